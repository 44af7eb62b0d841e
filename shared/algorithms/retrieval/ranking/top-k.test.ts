import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topK } from './top-k.ts';

describe('topK', () => {
  it('returns the best first and breaks ties by the smaller index', () => {
    expect([...topK([1, 3, 3, 2, 3], 3)]).toEqual([1, 2, 4]);
  });

  it('leaves out scores not above the floor, and skipped ones', () => {
    expect([...topK([0, 2, 1], 5, 0)]).toEqual([1, 2]);
    expect([...topK([0, 2, 1], 5, 0, (index) => index === 1)]).toEqual([2]);
  });

  it('returns nothing for k = 0 or without scores', () => {
    expect([...topK([1, 2], 0)]).toEqual([]);
    expect([...topK([], 3)]).toEqual([]);
  });

  it('returns what sorting all scores would return', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 })), fc.nat(12), (scores, k) => {
        const sorted = scores.map((_, index) => index).sort((a, b) => scores[b] - scores[a] || a - b);
        expect([...topK(scores, k)]).toEqual(sorted.slice(0, k));
      }),
    );
  });
});
