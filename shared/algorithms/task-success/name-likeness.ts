/** Less similar names are different; the published evaluation also requires 90 of 100. */
export const SAME_NAME = 0.9;

/**
 * Returns how well the shorter of two strings is found within the longer one, 0 … 1: one minus its least edit distance
 * to any substring of the longer, divided by its length.
 *
 * Sellers' algorithm (1980): edit distance with a free start and a free end. O(m·n) time, O(m) space. It replaces the
 * "partial ratio" of the published evaluation, which slides a window of fixed length.
 */
export function likenessWithin(left: string, right: string): number {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length === 0) return long.length === 0 ? 1 : 0;
  if (long.includes(short)) return 1;
  let column = Int32Array.from({ length: short.length + 1 }, (_, at) => at);
  let next = new Int32Array(short.length + 1);
  let least = short.length;
  for (let at = 0; at < long.length; at++) {
    next[0] = 0;
    for (let row = 1; row <= short.length; row++) {
      const substitution = column[row - 1] + (short[row - 1] === long[at] ? 0 : 1);
      next[row] = Math.min(substitution, column[row] + 1, next[row - 1] + 1);
    }
    least = Math.min(least, next[short.length]);
    [column, next] = [next, column];
  }
  return 1 - least / short.length;
}

/** True if two whole words differ by at most one letter more, less or other; O(length). */
export function isOneEditApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
