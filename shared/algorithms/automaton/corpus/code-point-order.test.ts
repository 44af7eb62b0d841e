import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from './code-point-order.ts';

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);

describe('compareCodePoints', () => {
  it('puts a character beyond the first plane after every other, unlike <', () => {
    expect('\u{1F600}' < '\uFF01').toBe(true);
    expect(compareCodePoints('\u{1F600}', '\uFF01')).toBeGreaterThan(0);
  });

  it('sorts a prefix before the whole string, and equal strings as equal', () => {
    expect(compareCodePoints('refund', 'refunds')).toBeLessThan(0);
    expect(compareCodePoints('', 'a')).toBeLessThan(0);
    expect(compareCodePoints('été', 'été')).toBe(0);
  });

  it('distinguishes half of a surrogate pair from a whole one', () => {
    expect(compareCodePoints('\uD83D', '\u{1F600}')).toBeLessThan(0);
    expect(compareCodePoints('\uD83D\uE000', '\u{1F600}')).toBeLessThan(0);
    expect(compareCodePoints('\uD83D\uD83D\uDE00', '\uD83D\uFF01')).toBeGreaterThan(0);
  });

  it('agrees with comparing lists of code points, also with lone surrogates', () => {
    const unit = fc.constantFrom('a', 'b', '\uD800', '\uD83D', '\uDC00', '\uDE00', '\uE000', '\uFFFF');
    const text = fc.array(unit, { maxLength: 5 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const a = codePoints(left);
        const b = codePoints(right);
        const at = a.findIndex((codePoint, index) => codePoint !== b[index]);
        const expected = at === -1 || at >= b.length ? a.length - b.length : a[at] - b[at];
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(expected));
      }),
    );
  });
});
