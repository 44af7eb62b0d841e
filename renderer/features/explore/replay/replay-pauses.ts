import type { DialogueDetail } from '#shared/contract/corpus.ts';

const USUAL_MS = 900;
const LEAST_MS = 200;
const MOST_MS = 4000;

/** When a round begins, in ms; null where its file does not say. */
export const beginOf = (round: DialogueDetail['rounds'][number]): number | null => {
  const time = round.utterances.find((utterance) => utterance.time !== null)?.time;
  return time == null ? null : Date.parse(time);
};

/** How long each round of a dialogue stays in a replay, in ms. */
export function replayPauses(rounds: DialogueDetail['rounds']): number[] {
  return pausesOf(gapsOf(rounds.map(beginOf)));
}

/** From each moment to the next; null where one of them is not known, and for the last. */
export const gapsOf = (moments: readonly (number | null)[]): (number | null)[] =>
  moments.map((moment, at) => {
    const next = moments[at + 1] ?? null;
    return moment === null || next === null ? null : Math.max(0, next - moment);
  });

/**
 * Times until what comes next as pauses in ms, compressed so that the usual wait is under a second and the longest a few.
 * All the same where no times are known.
 */
export function pausesOf(gaps: readonly (number | null)[]): number[] {
  const known = gaps.filter((gap) => gap !== null).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 0;
  return gaps.map((gap) =>
    gap === null || usual === 0 ? USUAL_MS : Math.min(MOST_MS, Math.max(LEAST_MS, (gap / usual) * USUAL_MS)),
  );
}
