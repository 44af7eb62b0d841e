import type { Estimate } from '../../domain/figures.ts';
import { erfc } from '../populations/compare-populations.ts';
import { createRandom } from '../random/random.ts';

export interface BootstrapOptions {
  readonly seed: number;
  readonly resamples?: number;
  /** Share of the resamples within the interval; 0.95 by default. */
  readonly level?: number;
}

export const DEFAULT_RESAMPLES = 1000;
export const DEFAULT_LEVEL = 0.95;
export const LEAST_CLUSTERS = 2;

/** Computed from the column sums of a (re)sample; null if undefined. Fits anything that adds up over dialogues. */
export type Statistic = (sums: Float64Array) => number | null;

/**
 * Draws a percentile bootstrap over clusters (Efron and Tibshirani 1993, chapter 13; Koehn 2004 for BLEU).
 * Messages of a dialogue are similar, so whole dialogues are drawn. All statistics see the same draws: differences are
 * paired.
 * One cluster gives no interval. O(resamples · clusters · columns)
 * Throws a RangeError unless all rows have one length. Sort them by a stable key.
 */
export function bootstrap(
  clusters: readonly Float64Array[],
  statistics: readonly Statistic[],
  options: BootstrapOptions,
): Estimate[] {
  const { resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL } = options;
  checkOptions(resamples, level);
  const columns = clusters.length === 0 ? 0 : clusters[0].length;
  if (clusters.some((row) => row.length !== columns)) {
    throw new RangeError(`Every cluster must have ${columns} sums, like the first one.`);
  }
  if (clusters.length === 0) return statistics.map(() => ({ estimate: null, lower: null, upper: null }));

  const sums = new Float64Array(columns);
  for (const row of clusters) addRow(sums, row, 1);
  const estimates = statistics.map((statistic) => finiteOrNull(statistic(sums)));

  const drawn: number[][] = statistics.map(() => []);
  const random = createRandom(options.seed);
  const times = new Int32Array(clusters.length);
  for (let resample = 0; resample < resamples; resample++) {
    times.fill(0);
    for (let draw = 0; draw < clusters.length; draw++) times[random.integer(clusters.length)]++;
    sums.fill(0);
    for (let cluster = 0; cluster < clusters.length; cluster++) {
      if (times[cluster] > 0) addRow(sums, clusters[cluster], times[cluster]);
    }
    for (let index = 0; index < statistics.length; index++) {
      const value = finiteOrNull(statistics[index](sums));
      if (value !== null) drawn[index].push(value);
    }
  }
  return estimates.map((estimate, index) => {
    if (estimate === null) return { estimate: null, lower: null, upper: null };
    const values = Float64Array.from(drawn[index]).sort();
    if (clusters.length < LEAST_CLUSTERS) return { estimate, lower: null, upper: null };
    const tail = (1 - level) / 2;
    return { estimate, lower: quantile(values, tail), upper: quantile(values, 1 - tail) };
  });
}

export function bootstrapMean(
  clusters: readonly { readonly sum: number; readonly count: number }[],
  options: BootstrapOptions,
): Estimate {
  const rows = clusters.map(({ sum, count }) => Float64Array.of(sum, count));
  return bootstrap(rows, [([sum, count]) => (count > 0 ? sum / count : null)], options)[0];
}

/**
 * Interpolates as definition 7 of Hyndman and Fan 1996, the default of R and NumPy. `sorted` ascends; null if empty.
 */
export function quantile(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

function addRow(sums: Float64Array, row: Float64Array, times: number): void {
  for (let column = 0; column < row.length; column++) sums[column] += times * row[column];
}

function finiteOrNull(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

function checkOptions(resamples: number, level: number): void {
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new RangeError(`The number of resamples must be a whole number of at least 1, not ${resamples}.`);
  }
  if (!(level > 0 && level < 1)) throw new RangeError(`The level must be between 0 and 1, not ${level}.`);
}

/** Returns z such that a standard normal value is beyond ±z with probability `share`, 0 < share < 1. */
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
 * Widens 95 % intervals so that all `of` intervals contain the true value in 95 % of samples.
 * Bonferroni's correction with normal tails.
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

export function mean(column: number, countColumn: number, scale: number): Statistic {
  return (sums) => (sums[countColumn] > 0 ? (scale * sums[column]) / sums[countColumn] : null);
}

export function difference(left: Statistic, right: Statistic): Statistic {
  return (sums) => {
    const [first, second] = [left(sums), right(sums)];
    return first === null || second === null ? null : first - second;
  };
}
