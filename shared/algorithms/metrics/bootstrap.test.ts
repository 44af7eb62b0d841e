import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { bootstrap, bootstrapMean, quantile } from './bootstrap.ts';
import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics } from './text/bleu.ts';

function normal(random: ReturnType<typeof createRandom>): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

describe('quantile', () => {
  it.each([
    [[1, 2, 3, 4], 0, 1],
    [[1, 2, 3, 4], 1, 4],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[10], 0.975, 10],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(quantile(Float64Array.from(values), share)).toBeCloseTo(expected, 12);
  });

  it('is null without values', () => {
    expect(quantile(new Float64Array(0), 0.5)).toBeNull();
  });
});

describe('bootstrapMean', () => {
  it('weighs dialogues by their number of values', () => {
    const clusters = [
      { sum: 10, count: 1 },
      { sum: 0, count: 4 },
    ];
    const interval = bootstrapMean(clusters, { seed: 1 });
    // Two dialogues: a resample is one of them twice (10 or 0) or both (2).
    expect(interval).toEqual({ estimate: 2, lower: 0, upper: 10 });
  });

  it('has an interval of no width if all dialogues are equal', () => {
    const clusters = Array.from({ length: 20 }, () => ({ sum: 6, count: 3 }));
    expect(bootstrapMean(clusters, { seed: 5 })).toEqual({ estimate: 2, lower: 2, upper: 2 });
  });

  it('depends only on the seed', () => {
    const clusters = Array.from({ length: 30 }, (_, index) => ({ sum: index % 7, count: 1 }));
    expect(bootstrapMean(clusters, { seed: 1 })).toEqual(bootstrapMean(clusters, { seed: 1 }));
    expect(bootstrapMean(clusters, { seed: 1 })).not.toEqual(bootstrapMean(clusters, { seed: 2 }));
  });

  it('is null without values, and leaves out resamples without values', () => {
    expect(bootstrapMean([], { seed: 1 })).toEqual({ estimate: null, lower: null, upper: null });
    expect(bootstrapMean([{ sum: 0, count: 0 }], { seed: 1 })).toEqual({
      estimate: null,
      lower: null,
      upper: null,
    });
    const sparse = [
      { sum: 3, count: 1 },
      { sum: 0, count: 0 },
    ];
    expect(bootstrapMean(sparse, { seed: 1 })).toEqual({ estimate: 3, lower: 3, upper: 3 });
  });

  it('is close to the theoretical interval: 1.96 standard errors to either side', () => {
    const random = createRandom(11);
    const values = Array.from({ length: 400 }, () => 50 + 10 * normal(random));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    const half = 1.96 * Math.sqrt(variance / values.length);
    const interval = bootstrapMean(
      values.map((sum) => ({ sum, count: 1 })),
      { seed: 2, resamples: 4000 },
    );
    expect(interval.estimate).toBeCloseTo(mean, 10);
    expect(Math.abs((interval.lower ?? 0) - (mean - half))).toBeLessThan(0.1 * half);
    expect(Math.abs((interval.upper ?? 0) - (mean + half))).toBeLessThan(0.1 * half);
  });

  it('covers the true mean about as often as it should', () => {
    const random = createRandom(12);
    let covered = 0;
    for (let study = 0; study < 200; study++) {
      const clusters = Array.from({ length: 60 }, () => {
        const shared = normal(random);
        return { sum: 4 * shared + 2 * normal(random), count: 4 };
      });
      const { lower, upper } = bootstrapMean(clusters, { seed: study, resamples: 300 });
      if (lower !== null && upper !== null && lower <= 0 && 0 <= upper) covered++;
    }
    // 95 % of 200 is 190; below 180 or at 200 something is wrong.
    expect(covered).toBeGreaterThanOrEqual(180);
    expect(covered).toBeLessThan(200);
  });

  it('rejects invalid options', () => {
    const clusters = [{ sum: 1, count: 1 }];
    for (const resamples of [0, 1.5, -1]) {
      expect(() => bootstrapMean(clusters, { seed: 1, resamples })).toThrow(/resamples/);
    }
    for (const level of [0, 1, 95, Number.NaN]) {
      expect(() => bootstrapMean(clusters, { seed: 1, level })).toThrow(/level/);
    }
  });
});

describe('bootstrap', () => {
  it('draws the same dialogues for every statistic', () => {
    const rows = Array.from({ length: 12 }, (_, index) => Float64Array.of(index, 2 * index + 1));
    const [left, right, difference] = bootstrap(
      rows,
      [([first]) => first, ([, second]) => second, ([first, second]) => second - 2 * first],
      { seed: 9 },
    );
    expect(left.lower).not.toBe(left.upper);
    expect(right.lower).not.toBe(right.upper);
    expect(difference).toEqual({ estimate: 12, lower: 12, upper: 12 });
  });

  it('resamples corpus BLEU, and a ratio of two, from summed counts', () => {
    const rows = Array.from({ length: 40 }, (_, dialogue) => {
      const row = new Float64Array(2 * BLEU_STATISTICS);
      const reference = Int32Array.from({ length: 8 }, (_, position) => position + dialogue);
      const damaged = reference.map((token, position) => (position === dialogue % 8 ? -1 : token));
      addBleuStatistics(row, 0, reference, [reference]);
      addBleuStatistics(row, BLEU_STATISTICS, damaged, [reference]);
      return row;
    });
    const whole = (sums: Float64Array) => bleuOfStatistics(sums, 0, { effectiveOrder: false });
    const broken = (sums: Float64Array) => bleuOfStatistics(sums, BLEU_STATISTICS, { effectiveOrder: false });
    const [perfect, worse, ratio] = bootstrap(rows, [whole, broken, (sums) => whole(sums) / broken(sums)], {
      seed: 4,
    });
    expect(perfect).toEqual({
      estimate: expect.closeTo(100, 9),
      lower: expect.closeTo(100, 9),
      upper: expect.closeTo(100, 9),
    });
    // One of 8 tokens is wrong: 7/8, and the longer n-grams that contain it; five dialogues per position.
    const matches = [7 / 8, 42 / 8 / 7, 30 / 8 / 6, 20 / 8 / 5];
    const expected = 100 * Math.exp(matches.reduce((sum, share) => sum + Math.log(share), 0) / 4);
    expect(worse.estimate).toBeCloseTo(expected, 9);
    expect(worse.lower).toBeLessThan(expected);
    expect(worse.upper).toBeGreaterThan(expected);
    expect(ratio.estimate).toBeCloseTo(100 / expected, 9);
    // The same resamples, but for the interpolation between two of them.
    expect(ratio.lower).toBeCloseTo(100 / (worse.upper ?? 1), 4);
  });

  it('gives an estimate without an interval for one cluster', () => {
    const [mean] = bootstrap([Float64Array.of(3, 4)], [([sum, count]) => sum / count], { seed: 1 });
    expect(mean).toEqual({ estimate: 0.75, lower: null, upper: null });
  });

  it('leaves out figures that are not finite', () => {
    const [quotient] = bootstrap([Float64Array.of(1, 0)], [([above, below]) => above / below], { seed: 1 });
    expect(quotient).toEqual({ estimate: null, lower: null, upper: null });
  });

  it('rejects rows of different length', () => {
    expect(() => bootstrap([Float64Array.of(1), Float64Array.of(1, 2)], [], { seed: 1 })).toThrow('1 sums');
  });

  it('gives ordered bounds within the range of the data', () => {
    const cluster = fc.record({ sum: fc.integer({ min: 0, max: 10 }), count: fc.constant(10) });
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 2, maxLength: 10 }), fc.integer(), (clusters, seed) => {
        const { lower, upper } = bootstrapMean(clusters, { seed, resamples: 50 });
        const means = clusters.map(({ sum, count }) => sum / count);
        expect(lower).toBeGreaterThanOrEqual(Math.min(...means));
        expect(upper).toBeLessThanOrEqual(Math.max(...means));
        expect(lower).toBeLessThanOrEqual(upper ?? -1);
      }),
    );
  });
});
