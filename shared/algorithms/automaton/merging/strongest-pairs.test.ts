import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStrongestPairs } from './strongest-pairs.ts';

type Pair = [left: number, right: number, phi: number];

function accept(stateCount: number, pairs: readonly Pair[], bound?: number): Pair[] {
  const strongest = createStrongestPairs(stateCount, bound);
  for (const pair of pairs) strongest.add(...pair);
  const { length, left, right, phi } = strongest.finish();
  return Array.from({ length }, (_, at) => [left[at], right[at], phi[at]]);
}

describe('createStrongestPairs', () => {
  it('sorts pairs by falling φ, then by the smaller states, and leaves out pairs that are connected already', () => {
    expect(
      accept(5, [
        [2, 3, 0.5],
        [1, 3, 0.5],
        [1, 2, 0.9],
        [1, 4, 0.2],
      ]),
    ).toEqual([
      [1, 2, 0.9],
      [1, 3, 0.5],
      [1, 4, 0.2],
    ]);
  });

  it('is empty without pairs', () => {
    expect(accept(3, [])).toEqual([]);
  });

  it('returns the same for any bound of collected pairs', () => {
    const state = fc.nat({ max: 9 });
    const pair = fc
      .tuple(state, state, fc.constantFrom(0.2, 0.4, 0.6))
      .filter(([left, right]) => left < right)
      .map((drawn): Pair => drawn);
    const distinct = fc.uniqueArray(pair, { maxLength: 40, selector: ([left, right]) => `${left} ${right}` });
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 7 }), (pairs, bound) => {
        const all = accept(10, pairs);
        expect(accept(10, pairs, bound)).toEqual(all);
        expect(accept(10, pairs.toReversed(), bound)).toEqual(all);
        const isSorted = all.every(
          ([left, right, phi], at) =>
            at === 0 ||
            all[at - 1][2] > phi ||
            (all[at - 1][2] === phi &&
              (all[at - 1][0] < left || (all[at - 1][0] === left && all[at - 1][1] < right))),
        );
        expect(isSorted).toBe(true);
      }),
    );
  });

  it('grows beyond its initial size', () => {
    const chain = Array.from({ length: 5000 }, (_, state): Pair => [state, state + 1, 1 / (state + 2)]);
    expect(accept(5001, chain)).toEqual(chain);
  });
});
