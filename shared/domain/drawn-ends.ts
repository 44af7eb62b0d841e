/** A picture draws the end of a state where at least this number and this share of all dialogues end. */
const LEAST_ENDS = 5;
const LEAST_END_SHARE = 0.015;

/** True of a state where enough dialogues end for a line to the end; nothing ends at the start. */
export const isEndDrawn = (state: number, ends: ArrayLike<number>, dialogues: number): boolean =>
  state !== 0 && ends[state]! >= Math.max(LEAST_ENDS, LEAST_END_SHARE * dialogues);
