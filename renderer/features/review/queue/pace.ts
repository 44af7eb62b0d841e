/** Number of recent decisions that determine the pace. */
const COUNTED = 20;
/** A longer pause is a break. */
const BREAK_MS = 120_000;

/**
 * Returns the seconds that the rest will take: the median time between recent decisions, without breaks,
 * times the rest. Null with fewer than four decisions.
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
