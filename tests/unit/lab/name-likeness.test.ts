import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneEditApart, likenessWithin } from '../../../lab/success/entity-database.ts';

/** Edit distance of whole strings, by the textbook's table. */
function editDistance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      table[row][column] = Math.min(
        table[row - 1][column] + 1,
        table[row][column - 1] + 1,
        table[row - 1][column - 1] + Number(left[row - 1] !== right[column - 1]),
      );
    }
  }
  return table[left.length][right.length];
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

describe('the likeness of names', () => {
  it('finds the shorter within the longer, with slips', () => {
    expect(likenessWithin('nandos', 'nandos city centre')).toBe(1);
    expect(likenessWithin('huntingdn marriott', 'huntingdon marriott hotel')).toBeCloseTo(17 / 18);
    expect(likenessWithin('north', 'south')).toBeCloseTo(0.6);
    expect(likenessWithin('', '')).toBe(1);
    expect(likenessWithin('', 'a')).toBe(0);
  });

  it('is one minus the least distance to any stretch of the longer', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const [short, long] = left.length <= right.length ? [left, right] : [right, left];
        fc.pre(short.length > 0);
        let least = short.length;
        for (let from = 0; from <= long.length; from++) {
          for (let to = from; to <= long.length; to++) {
            least = Math.min(least, editDistance(short, long.slice(from, to)));
          }
        }
        expect(likenessWithin(left, right)).toBeCloseTo(1 - least / short.length, 12);
      }),
    );
  });

  it('knows words that differ by one letter', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(isOneEditApart(left, right)).toBe(editDistance(left, right) <= 1);
      }),
      { numRuns: 500 },
    );
  });
});
