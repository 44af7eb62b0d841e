/**
 * Returns the index, from 0, of a column dragged to `x`: the number of other columns whose center it has
 * passed.
 * @param middles centers of the other columns from the left, in px
 */
export function placeAt(x: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < x).length;
}
