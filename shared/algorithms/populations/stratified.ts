import { erfc, type ShareDifference } from './proportions.ts';

/** The counts of two groups within one stratum. */
export interface Stratum {
  /** The number of the left group that has it, and its size. */
  left: number;
  ofLeft: number;
  right: number;
  ofRight: number;
}

const Z95 = 1.959963984540054;

/**
 * The difference of two shares among dialogues that are alike in something else, such as their length: Mantel and
 * Haenszel's common difference with the 95 % interval by Sato's variance (1989), and the chance of their test with the
 * correction for continuity (1959). Null if no stratum has dialogues of both groups.
 */
export function compareWithinStrata(strata: Iterable<Stratum>): ShareDifference | null {
  let [weight, sum, excess, variance, p, q] = [0, 0, 0, 0, 0, 0];
  for (const { left, ofLeft, right, ofRight } of strata) {
    const all = ofLeft + ofRight;
    if (ofLeft === 0 || ofRight === 0) continue;
    const holds = left + right;
    weight += (ofLeft * ofRight) / all;
    sum += (left * ofRight - right * ofLeft) / all;
    excess += left - (ofLeft * holds) / all;
    variance += (ofLeft * ofRight * holds * (all - holds)) / (all * all * (all - 1));
    p += (ofLeft ** 2 * right - ofRight ** 2 * left + (ofLeft * ofRight * (ofRight - ofLeft)) / 2) / all ** 2;
    q += (left * (ofRight - right) + right * (ofLeft - left)) / (2 * all);
  }
  if (weight === 0) return null;
  const difference = sum / weight;
  const half = Z95 * Math.sqrt(Math.max(0, difference * p + q) / weight ** 2);
  const z = variance === 0 ? 0 : Math.max(0, Math.abs(excess) - 0.5) / Math.sqrt(variance);
  return {
    difference,
    lower: Math.max(-1, difference - half),
    upper: Math.min(1, difference + half),
    p: erfc(z / Math.SQRT2),
  };
}
