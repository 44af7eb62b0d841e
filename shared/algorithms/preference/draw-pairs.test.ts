import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawnPair, pairDraws } from './votes.ts';

const all = (items: number, contestants: number, seed: number): DrawnPair[] => {
  const draw = pairDraws(items, contestants, seed);
  const drawn: DrawnPair[] = [];
  for (let pair = draw(0); pair !== null; pair = draw(drawn.length)) drawn.push(pair);
  return drawn;
};

describe('drawing pairs to vote on', () => {
  it('draws every item with every two contestants once, and then no more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 2, max: 5 }), fc.nat(), (n, m, seed) => {
        const drawn = all(n, m, seed);
        expect(drawn).toHaveLength((n * m * (m - 1)) / 2);
        const keys = drawn.map(({ item, a, b }) => [item, Math.min(a, b), Math.max(a, b)].join());
        expect(new Set(keys).size).toBe(keys.length);
        expect(drawn.every(({ item, a, b }) => a !== b && item < n && a < m && b < m)).toBe(true);
      }),
    );
  });

  it('draws all items once before any comes again', () => {
    const first = all(7, 4, 3).slice(0, 7);
    expect(new Set(first.map(({ item }) => item)).size).toBe(7);
  });

  it('shows either contestant on either side about as often', () => {
    const drawn = all(2000, 2, 5);
    const left = drawn.filter(({ a }) => a === 0).length;
    expect(left).toBeGreaterThan(900);
    expect(left).toBeLessThan(1100);
  });

  it('depends only on the seed and the position', () => {
    const drawn = all(9, 3, 11);
    expect(pairDraws(9, 3, 11)(20)).toEqual(drawn[20]);
    expect(all(9, 3, 12)).not.toEqual(drawn);
  });

  it('rejects invalid numbers', () => {
    expect(() => pairDraws(3, 1, 1)).toThrow(/two contestants/);
    expect(() => pairDraws(3, 2, 1)(-1)).toThrow(/position/);
  });
});
