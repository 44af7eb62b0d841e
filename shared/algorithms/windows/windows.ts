import type { NumberedRound } from '../../domain/dialogue.ts';

/** A system round to be answered, with what came before it. */
interface AnswerWindow {
  /** Oldest first; empty where the system begins. */
  readonly context: readonly NumberedRound[];
  readonly answer: NumberedRound;
}

/** Rounds of a window, the answer included: five of context at most. */
export const WINDOW_ROUNDS = 6;

/**
 * The *next turn* unit of the second paper (section 4.2): a window of six rounds slides over the dialogue with a stride
 * of two, so that it always ends in a round of the system. Since rounds alternate, every system round that follows a
 * user round ends one window; windows near the beginning are shorter. O(rounds · size).
 *
 * @param rounds of alternating roles
 * @param size the answer included; at least 2 (a RangeError otherwise)
 */
export function nextTurnWindows(
  rounds: readonly NumberedRound[],
  size: number = WINDOW_ROUNDS,
): AnswerWindow[] {
  if (!Number.isInteger(size) || size < 2) {
    throw new RangeError(`A window needs a whole number of turns from 2, not ${size}.`);
  }
  const windows: AnswerWindow[] = [];
  for (let at = 1; at < rounds.length; at++) {
    if (rounds[at].role !== 'system' || rounds[at - 1].role !== 'user') continue;
    windows.push({ context: rounds.slice(Math.max(0, at - size + 1), at), answer: rounds[at] });
  }
  return windows;
}
