import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSubsequenceMatcher } from './rouge.ts';

function naiveLength(left: Int32Array, right: Int32Array): number {
  let previous = new Array<number>(right.length + 1).fill(0);
  for (const token of left) {
    const row = [0];
    for (let column = 1; column <= right.length; column++) {
      row[column] =
        token === right[column - 1] ? previous[column - 1] + 1 : Math.max(previous[column], row[column - 1]);
    }
    previous = row;
  }
  return previous[right.length];
}

function tokens(alphabet: number, maxLength: number) {
  return fc
    .array(fc.integer({ min: 0, max: alphabet - 1 }), { maxLength, size: 'max' })
    .map((ids) => Int32Array.from(ids));
}

describe('createSubsequenceMatcher', () => {
  it.each([
    [[], [], 0],
    [[1], [], 0],
    [[], [1], 0],
    [[1, 2, 3, 4, 5], [2, 5, 3, 4], 3],
    [[1, 2, 3, 4, 5], [8, 9], 0],
    [[7, 7, 7], [7, 7], 2],
    [[1, 2, 3], [3, 2, 1], 1],
  ])('%j and %j share %d', (left, right, expected) => {
    const matcher = createSubsequenceMatcher();
    matcher.setPattern(Int32Array.from(left));
    expect(matcher.lengthWith(Int32Array.from(right))).toBe(expected);
  });

  it('agrees with the table for short patterns, with one matcher for many patterns', () => {
    const matcher = createSubsequenceMatcher();
    fc.assert(
      fc.property(tokens(6, 40), fc.array(tokens(8, 40), { maxLength: 4 }), (pattern, texts) => {
        matcher.setPattern(pattern);
        for (const text of texts) expect(matcher.lengthWith(text)).toBe(naiveLength(pattern, text));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with the table for patterns of several words and tables that grow', () => {
    const matcher = createSubsequenceMatcher();
    fc.assert(
      fc.property(
        tokens(12, 200),
        tokens(12, 200),
        fc.constantFrom(1, 500, 5000),
        (pattern, text, spread) => {
          const spreadPattern = pattern.map((token) => token * spread);
          const spreadText = text.map((token) => token * spread);
          matcher.setPattern(spreadPattern);
          expect(matcher.lengthWith(spreadText)).toBe(naiveLength(pattern, text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([31, 32, 33, 63, 64, 65, 96, 97])(
    'is exact at word boundaries: a pattern of %d tokens',
    (length) => {
      const pattern = Int32Array.from({ length }, (_, position) => position);
      const matcher = createSubsequenceMatcher();
      matcher.setPattern(pattern);
      expect(matcher.lengthWith(pattern)).toBe(length);
      expect(matcher.lengthWith(pattern.toReversed())).toBe(1);
      expect(matcher.lengthWith(pattern.filter((token) => token % 2 === 0))).toBe(Math.ceil(length / 2));
    },
  );

  it('handles token ids that no pattern had', () => {
    const matcher = createSubsequenceMatcher();
    matcher.setPattern(Int32Array.of(1, 2));
    expect(matcher.lengthWith(Int32Array.of(1_000_000, 1, 1_000_001, 2))).toBe(2);
  });
});
