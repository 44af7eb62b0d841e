import type { DialogueDetail } from '#shared/contract/corpus.ts';

const USUAL_MS = 900;
const LEAST_MS = 200;
const MOST_MS = 4000;

/** When a round begins, in ms; null where its file does not say. */
export const beginOf = (round: DialogueDetail['rounds'][number]): number | null => {
  const time = round.utterances.find((utterance) => utterance.time !== null)?.time;
  return time == null ? null : Date.parse(time);
};

/**
 * How long each round of a dialogue stays in a replay, in ms: as the time until the next, compressed so that the usual
 * wait is under a second and the longest a few. All the same where no times are known.
 */
export function replayPauses(rounds: DialogueDetail['rounds']): number[] {
  const gaps = rounds.map((round, at) => {
    const [begin, next] = [beginOf(round), rounds[at + 1] ? beginOf(rounds[at + 1]!) : null];
    return begin === null || next === null ? null : Math.max(0, next - begin);
  });
  const known = gaps.filter((gap) => gap !== null).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 0;
  return gaps.map((gap) =>
    gap === null || usual === 0 ? USUAL_MS : Math.min(MOST_MS, Math.max(LEAST_MS, (gap / usual) * USUAL_MS)),
  );
}
