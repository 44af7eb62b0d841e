import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohensKappa, labelledTurns, measureAgreement, tagQuality } from './measure-agreement.ts';
import { wilsonInterval } from './wilson.ts';

describe("Cohen's kappa", () => {
  it('is 0.4 for 20 twice yes, 15 twice no, 5 and 10 apart, with the interval worked out by hand', () => {
    // p_o = 35/50, p_e = 0.5·0.6 + 0.5·0.4 = 0.5; variance 0.2016 / (50 · 0.25) = 0.016128
    const { agreement, expected, kappa, interval } = cohensKappa({
      both: 20,
      leftOnly: 5,
      rightOnly: 10,
      neither: 15,
    });
    expect(agreement).toBeCloseTo(0.7, 12);
    expect(expected).toBeCloseTo(0.5, 12);
    expect(kappa).toBeCloseTo(0.4, 12);
    expect(interval?.[0]).toBeCloseTo(0.4 - 1.959964 * Math.sqrt(0.016128), 5);
    expect(interval?.[1]).toBeCloseTo(0.4 + 1.959964 * Math.sqrt(0.016128), 5);
  });

  it('is lower for a rare yes at the same agreement', () => {
    const even = cohensKappa({ both: 40, leftOnly: 9, rightOnly: 6, neither: 45 });
    const rare = cohensKappa({ both: 80, leftOnly: 10, rightOnly: 5, neither: 5 });
    expect(even.agreement).toBe(rare.agreement);
    expect(even.kappa).toBeCloseTo(0.7, 2);
    expect(rare.kappa).toBeCloseTo(0.32, 2);
  });

  it('is 1 for full agreement, −1 for full disagreement on halves, 0 for chance', () => {
    expect(cohensKappa({ both: 3, leftOnly: 0, rightOnly: 0, neither: 4 })).toMatchObject({
      kappa: 1,
      interval: null,
    });
    expect(cohensKappa({ both: 0, leftOnly: 5, rightOnly: 5, neither: 0 }).kappa).toBe(-1);
    expect(cohensKappa({ both: 4, leftOnly: 4, rightOnly: 4, neither: 4 }).kappa).toBe(0);
  });

  it('has no value where nobody could differ by chance, or nothing was asked', () => {
    expect(cohensKappa({ both: 0, leftOnly: 0, rightOnly: 0, neither: 9 })).toMatchObject({
      agreement: 1,
      kappa: null,
      interval: null,
    });
    expect(cohensKappa({ both: 9, leftOnly: 0, rightOnly: 0, neither: 0 }).kappa).toBeNull();
    expect(cohensKappa({ both: 0, leftOnly: 0, rightOnly: 0, neither: 0 }).agreement).toBeNull();
  });

  it('refuses counts that are none', () => {
    expect(() => cohensKappa({ both: -1, leftOnly: 0, rightOnly: 0, neither: 0 })).toThrow(
      '"both" must be a whole number of at least 0, not -1',
    );
  });

  it('does not change when the sides, or yes and no, change places', () => {
    const count = fc.nat({ max: 50 });
    fc.assert(
      fc.property(count, count, count, count, (both, leftOnly, rightOnly, neither) => {
        const kappa = cohensKappa({ both, leftOnly, rightOnly, neither });
        const sides = cohensKappa({ both, leftOnly: rightOnly, rightOnly: leftOnly, neither });
        const answers = cohensKappa({
          both: neither,
          leftOnly: rightOnly,
          rightOnly: leftOnly,
          neither: both,
        });
        for (const other of [sides, answers]) {
          if (kappa.kappa === null) expect(other.kappa).toBeNull();
          else expect(other.kappa).toBeCloseTo(kappa.kappa, 10);
        }
        if (kappa.kappa !== null && kappa.interval !== null) {
          expect(kappa.interval[0]).toBeLessThanOrEqual(kappa.kappa + 1e-12);
          expect(kappa.interval[1]).toBeGreaterThanOrEqual(kappa.kappa - 1e-12);
        }
      }),
    );
  });
});

describe("Wilson's interval", () => {
  it('gives the known ends of 81 of 263, 0 of 20 and 15 of 148', () => {
    // Newcombe 1998, table I, method 3.
    const ends = (successes: number, trials: number) => {
      const { low, high } = wilsonInterval(successes, trials);
      return [low.toFixed(4), high.toFixed(4)];
    };
    expect(ends(81, 263)).toEqual(['0.2553', '0.3662']);
    expect(ends(15, 148)).toEqual(['0.0624', '0.1605']);
    expect(ends(0, 20)).toEqual(['0.0000', '0.1611']);
    expect(ends(1, 29)).toEqual(['0.0061', '0.1718']);
  });

  it('knows nothing of nothing', () => {
    expect(wilsonInterval(0, 0)).toEqual({ successes: 0, trials: 0, share: null, low: 0, high: 1 });
    expect(() => wilsonInterval(3, 2)).toThrow('3 of 2 is not a share');
  });

  it('holds its share, stays within 0 and 1, and narrows with more trials', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), (a, b) => {
        const [successes, trials] = [Math.min(a, b), Math.max(a, b, 1)];
        const { share, low, high } = wilsonInterval(successes, trials);
        const wider = wilsonInterval(successes * 3, trials * 3);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share ?? -1);
        expect(high).toBeGreaterThanOrEqual(share ?? 2);
        expect(wider.high - wider.low).toBeLessThan(high - low);
      }),
    );
  });
});

describe('the agreement of two sides', () => {
  it('is worked out by hand on five turns and three labels', () => {
    const left = labelledTurns([[0], [0, 1], [], [1], [0]]);
    const right = labelledTurns([[0], [0], [], [2], [1]]);
    const found = measureAgreement(left, right);
    expect(found).toMatchObject({ turns: 5, exact: 2, macroLabels: 3 });
    expect(
      found.labels.map(({ label, both, leftOnly, rightOnly, neither }) => [
        label,
        both,
        leftOnly,
        rightOnly,
        neither,
      ]),
    ).toEqual([
      [0, 2, 1, 0, 2],
      [1, 0, 2, 1, 2],
      [2, 0, 0, 1, 4],
    ]);
    // Label 0: p_o 0.8, p_e 0.6·0.4 + 0.4·0.6 = 0.48
    expect(found.labels[0].kappa).toBeCloseTo(0.32 / 0.52, 12);
    expect(found.labels[0].prevalence).toBeCloseTo(0.5, 12);
    expect(found.labels[0].positive).toBeCloseTo(2 / 3, 12);
    // Label 1: p_o 0.4, p_e 0.4·0.2 + 0.6·0.8 = 0.56
    expect(found.labels[1].kappa).toBeCloseTo(-0.16 / 0.44, 12);
    expect(found.labels[2].kappa).toBeCloseTo(0, 12);
    // Pooled: both 2, left 3, right 2, neither 8 of 15
    expect(found.pooled.agreement).toBeCloseTo(10 / 15, 12);
    expect(found.pooled.expected).toBeCloseTo((5 / 15) * (4 / 15) + (10 / 15) * (11 / 15), 12);
  });

  it('takes no side and counts every label once', () => {
    const sets = fc.array(fc.tuple(fc.array(fc.nat({ max: 6 })), fc.array(fc.nat({ max: 6 }))), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(sets, (pairs) => {
        const left = labelledTurns(pairs.map(([set]) => set));
        const right = labelledTurns(pairs.map(([, set]) => set));
        const there = measureAgreement(left, right);
        const back = measureAgreement(right, left);
        expect(there.exact).toBe(back.exact);
        expect(there.pooled.agreement).toEqual(back.pooled.agreement);
        for (const [label, found] of there.labels.entries()) {
          expect(found.both + found.leftOnly + found.rightOnly + found.neither).toBe(pairs.length);
          expect(found.leftOnly).toBe(back.labels[label].rightOnly);
        }
        const naive = pairs.filter(([a, b]) => {
          const [x, y] = [new Set(a), new Set(b)];
          return x.size === y.size && [...x].every((one) => y.has(one));
        });
        expect(there.exact).toBe(naive.length);
      }),
    );
  });

  it('refuses sides of different lengths', () => {
    expect(() => measureAgreement(labelledTurns([[1]]), labelledTurns([]))).toThrow(
      'must label the same turns',
    );
  });
});

describe('the quality of tags', () => {
  it('counts turns right as they stood, and tags kept, given and added', () => {
    const quality = tagQuality([
      { given: [1, 2], corrected: [2, 1] },
      { given: [1], corrected: [] },
      { given: [], corrected: [3] },
      { given: [], corrected: [] },
      { given: [1, 4], corrected: [1] },
    ]);
    expect(quality.turns).toMatchObject({ successes: 2, trials: 5 });
    expect(quality.precision).toMatchObject({ successes: 3, trials: 5 });
    expect(quality.recall).toMatchObject({ successes: 3, trials: 4 });
  });
});
