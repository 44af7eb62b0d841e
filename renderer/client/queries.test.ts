import { describe, expect, it } from 'vitest';
import { EVERYWHERE, samePlace } from '../project/place.ts';
import { concerns } from './queries.ts';

describe('concerns', () => {
  it('holds where a topic is shared', () => {
    expect(concerns({ topics: ['tags', 'runs'] }, ['runs'])).toBe(true);
    expect(concerns({ topics: ['tags'] }, ['runs', 'jobs'])).toBe(false);
    expect(concerns(undefined, ['runs'])).toBe(false);
  });
});

describe('samePlace', () => {
  const refund = { role: 'user', tag: 'refund' } as const;
  it('compares by what the place is, not by object', () => {
    expect(samePlace(EVERYWHERE, { kind: 'all' })).toBe(true);
    expect(samePlace({ kind: 'state', state: 3 }, { kind: 'state', state: 3 })).toBe(true);
    expect(samePlace({ kind: 'state', state: 3 }, { kind: 'state', state: 4 })).toBe(false);
    expect(samePlace({ kind: 'state', state: 3 }, EVERYWHERE)).toBe(false);
    expect(
      samePlace(
        { kind: 'transition', from: 1, to: 2, symbol: refund },
        { kind: 'transition', from: 1, to: 2, symbol: { ...refund } },
      ),
    ).toBe(true);
    expect(
      samePlace(
        { kind: 'transition', from: 1, to: 2, symbol: refund },
        { kind: 'transition', from: 1, to: 2, symbol: { role: 'system', tag: 'refund' } },
      ),
    ).toBe(false);
  });
});
