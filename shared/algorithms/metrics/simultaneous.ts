import { erfc } from '../populations/compare-populations.ts';
import type { Estimate } from './bootstrap.ts';

/** Returns z such that a standard normal value lies beyond ±z with probability `share`, 0 < share < 1. */
function twoSidedZ(share: number): number {
  let [low, high] = [0, 40];
  for (let step = 0; step < 60; step++) {
    const z = (low + high) / 2;
    if (erfc(z / Math.SQRT2) > share) low = z;
    else high = z;
  }
  return low;
}

/**
 * Widens the 95 % interval of an estimate that was picked as the best of several, so that in 95 % of all samples all of their intervals contain the true value (Bonferroni, with the tails of a normal distribution).
 * @param of the number of estimates it was picked from, at least 1
 */
export function widenForChoice({ estimate, lower, upper }: Estimate, of: number): Estimate {
  if (estimate === null || lower === null || upper === null || of <= 1) return { estimate, lower, upper };
  const factor = twoSidedZ(0.05 / of) / twoSidedZ(0.05);
  return {
    estimate,
    lower: estimate - (estimate - lower) * factor,
    upper: estimate + (upper - estimate) * factor,
  };
}
