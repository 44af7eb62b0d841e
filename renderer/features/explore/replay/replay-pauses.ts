import type { DialogueDetail } from '#shared/contract/corpus.ts';

const USUAL_MS = 900;
const LEAST_MS = 200;
const MOST_MS = 4000;

/** Returns the time of a turn's first timestamp, in ms; null if its file has none. */
export const beginOf = (round: DialogueDetail['rounds'][number]): number | null => {
  const time = round.utterances.find((utterance) => utterance.time !== null)?.time;
  return time == null ? null : Date.parse(time);
};

/** Returns how long a replay shows each turn, in ms. */
export function replayPauses(rounds: DialogueDetail['rounds']): number[] {
  return pausesOf(gapsOf(rounds.map(beginOf)));
}

/** Returns the time to the next moment; null if one of the two is unknown, and for the last. */
export const gapsOf = (moments: readonly (number | null)[]): (number | null)[] =>
  moments.map((moment, at) => {
    const next = moments[at + 1] ?? null;
    return moment === null || next === null ? null : Math.max(0, next - moment);
  });

/**
 * Returns the pauses of a replay in ms, compressed so that the median wait takes under a second and the
 * longest a few. All are equal if no times are known.
 */
export function pausesOf(gaps: readonly (number | null)[]): number[] {
  const known = gaps.filter((gap) => gap !== null).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 0;
  return gaps.map((gap) =>
    gap === null || usual === 0 ? USUAL_MS : Math.min(MOST_MS, Math.max(LEAST_MS, (gap / usual) * USUAL_MS)),
  );
}
