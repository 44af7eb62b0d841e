/** How many of the last decisions say how quick a person is. */
const COUNTED = 20;
/** A longer wait is a break, not work. */
const BREAK_MS = 120_000;

/**
 * Seconds that the rest will take at the pace of the last decisions: their median time apart, breaks left out.
 * Null with fewer than four decisions.
 * @param times when decisions were made, ascending, in milliseconds
 */
export function secondsLeft(times: readonly number[], rest: number): number | null {
  const steps = times
    .slice(-COUNTED - 1)
    .map((time, at, all) => time - (all[at - 1] ?? Number.NEGATIVE_INFINITY))
    .filter((step) => step <= BREAK_MS)
    .sort((a, b) => a - b);
  if (steps.length < 3) return null;
  const middle = steps.length >> 1;
  const median = steps.length % 2 === 1 ? steps[middle]! : (steps[middle - 1]! + steps[middle]!) / 2;
  return (median * rest) / 1000;
}
