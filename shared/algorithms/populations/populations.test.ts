import { describe, expect, it } from 'vitest';
import type { Activities } from '../variants/variants.ts';
import {
  comparePopulations,
  compareShares,
  doesFeature,
  falseDiscoveryRates,
} from './compare-populations.ts';

describe('two shares', () => {
  it("have Newcombe's interval", () => {
    // The first example of his table II: 56 of 70 and 48 of 80.
    const { difference, lower, upper } = compareShares([56, 70], [48, 80]);
    expect(difference).toBeCloseTo(0.2, 10);
    expect(lower).toBeCloseTo(0.0524, 4);
    expect(upper).toBeCloseTo(0.3339, 4);
    expect(compareShares([10, 10], [0, 20]).lower).toBeCloseTo(0.6791, 4);
  });

  it('have the chance of the normal test, or the exact one where few are expected', () => {
    // z = 2.650: both tails of the normal distribution.
    expect(compareShares([56, 70], [48, 80]).p).toBeCloseTo(0.008045, 6);
    // The lady tasting tea: 3 of 4 right.
    expect(compareShares([3, 4], [1, 4]).p).toBeCloseTo(34 / 70, 8);
    expect(compareShares([0, 1000], [3, 30]).p).toBeCloseTo(2.22e-5, 6);
    expect(compareShares([0, 5], [0, 7]).p).toBeCloseTo(1, 10);
  });

  it('are corrected for how many are compared', () => {
    const rates = falseDiscoveryRates([0.01, 0.5, 0.02, 0.03]);
    expect(rates.map((rate) => Number(rate.toFixed(4)))).toEqual([0.04, 0.5, 0.04, 0.04]);
  });
});

describe('populations', () => {
  const symbols = ['ask', 'tell', 'thank'].map((tag) => ({ role: 'user' as const, tag }));
  const logOf = (
    dialogues: readonly (readonly number[])[],
  ): Pick<Activities, 'symbols' | 'offsets' | 'steps'> => {
    const offsets = new Int32Array(dialogues.length + 1);
    dialogues.forEach((own, at) => {
      offsets[at + 1] = offsets[at] + own.length;
    });
    return { symbols, offsets, steps: Int32Array.from(dialogues.flat()) };
  };
  const repeated = (count: number, own: number[]) => Array.from({ length: count }, () => own);
  // Left: 40 that ask, are told and thank. Right: 20 such, and 20 that ask twice and end there. Five are of neither.
  const log = logOf([
    ...repeated(40, [0, 1, 2]),
    ...repeated(20, [0, 1, 2]),
    ...repeated(20, [0, 0]),
    ...repeated(5, [2, 2, 2]),
  ]);
  const compared = comparePopulations(log, (dialogue) => (dialogue < 40 ? 0 : dialogue < 80 ? 1 : -1));
  const rowOf = (kind: string, symbol: number, next?: number) =>
    compared.rows.find(
      ({ feature }) =>
        feature.kind === kind &&
        feature.symbol === symbol &&
        (feature.kind !== 'follows' || feature.next === next),
    );

  it('differ in what they do, how they end, and what follows what; each counted once a dialogue', () => {
    expect([compared.left, compared.right]).toEqual([40, 40]);
    expect(rowOf('repeats', 0)).toMatchObject({ left: 0, right: 20, difference: -0.5 });
    expect(rowOf('ends', 2)).toMatchObject({ left: 40, right: 20, difference: 0.5 });
    expect(rowOf('follows', 0, 0)).toMatchObject({ left: 0, right: 20 });
    expect(rowOf('does', 0)).toMatchObject({ left: 40, right: 40, difference: 0, q: 1 });
    expect(rowOf('repeats', 2)).toBeUndefined();
    const [first] = compared.rows;
    expect(Math.abs(first.difference)).toBe(0.5);
    expect(compared.rows.at(-1)?.difference).toBe(0);
  });

  it('lead to the dialogues that do it', () => {
    for (const { feature, left, right } of compared.rows) {
      const doing = Array.from({ length: 80 }, (_, dialogue) => doesFeature(log, dialogue, feature));
      expect(doing.slice(0, 40).filter(Boolean)).toHaveLength(left);
      expect(doing.slice(40).filter(Boolean)).toHaveLength(right);
    }
  });

  it('of which one is empty have nothing to tell', () => {
    expect(comparePopulations(log, () => 0)).toEqual({ left: 85, right: 0, rows: [] });
  });
});
