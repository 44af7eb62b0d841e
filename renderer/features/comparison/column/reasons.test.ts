import { describe, expect, it } from 'vitest';
import { reasonsOf } from './reasons.ts';

const NONE = { ranks: [], state: null, sharedDepth: null, weight: null, agreement: null, strangeness: null };

describe('reasonsOf', () => {
  it('returns none if nothing is known', () => {
    expect(reasonsOf(NONE)).toEqual([]);
  });

  it('lists all reasons, best rank first', () => {
    const reasons = reasonsOf({
      ranks: [
        { list: 'dense', rank: 12 },
        { list: 'BM25', rank: 3 },
      ],
      state: 57,
      sharedDepth: 1,
      weight: 0.124,
      agreement: 0.613,
      strangeness: 0.6,
    });
    expect(reasons.map((reason) => reason.text)).toEqual([
      'rank 3 by BM25',
      'rank 12 by dense',
      'state 57',
      'shares 1 step',
      'weight 12.4 %',
      'agreement 0.61',
      'nothing similar',
    ]);
  });

  it('names the start state and keeps ties in the order of their lists', () => {
    const ranks = [
      { list: 'b', rank: 1 },
      { list: 'a', rank: 1 },
    ];
    expect(reasonsOf({ ...NONE, ranks, state: 0 }).map((reason) => reason.text)).toEqual([
      'rank 1 by a',
      'rank 1 by b',
      'start state',
    ]);
  });

  it('does not mention strangeness for a common dialogue', () => {
    for (const strangeness of [0, 0.4]) expect(reasonsOf({ ...NONE, strangeness })).toEqual([]);
  });

  it('distinguishes a weight of 0 from no weight', () => {
    expect(reasonsOf({ ...NONE, weight: 0 }).map((reason) => reason.text)).toEqual(['weight 0 %']);
  });
});
