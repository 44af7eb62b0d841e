/**
 * The place, from 0, that something dragged to `x` would take: it has passed all whose middle lies before. Pure.
 * @param middles of the others, from the left, in px
 */
export function placeAt(x: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < x).length;
}
