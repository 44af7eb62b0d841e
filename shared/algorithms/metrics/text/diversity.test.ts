import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctShare, diversityOf } from '../answer-figures.ts';

describe('the diversity of texts', () => {
  it('agrees with counts by hand', () => {
    const diversity = diversityOf(['the cat sat', 'The cat ran', '']);
    expect(diversity.distinct1).toBeCloseTo(4 / 6);
    expect(diversity.distinct2).toBeCloseTo(3 / 4);
  });

  it('is null without tokens or texts', () => {
    expect(diversityOf([])).toEqual({
      distinct1: null,
      distinct2: null,
    });
    expect(diversityOf(['', 'one'])).toMatchObject({ distinct1: 1, distinct2: null });
    expect(() => distinctShare([], 0)).toThrow(RangeError);
  });

  it('halves if every text occurs twice, and does not depend on the order', () => {
    const texts = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }), { maxLength: 6 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 3 }), (said, n) => {
        const once = distinctShare(said, n);
        const twice = distinctShare([...said, ...said], n);
        expect(twice).toEqual(once === null ? null : once / 2);
        expect(distinctShare([...said].reverse(), n)).toEqual(once);
        if (once !== null) expect(once).toBeLessThanOrEqual(1);
      }),
    );
  });
});
