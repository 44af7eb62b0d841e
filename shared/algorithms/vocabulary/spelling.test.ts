import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, spell, spellingMatch, wordsOfName } from './spelling.ts';

const match = (left: string, right: string) => spellingMatch(spell(left), spell(right));

describe('words of a name', () => {
  it.each([
    ['ask-refund', ['ask', 'refund']],
    ['askRefunds', ['ask', 'refund']],
    ['Ask_REFUND', ['ask', 'refund']],
    ['inquiries:status', ['inquiry', 'status']],
    ['café', ['cafe']],
    ['boxes', ['box']],
    ['address', ['address']],
    ['___', []],
  ])('of %s', (name, words) => {
    expect(wordsOfName(name)).toEqual(words);
  });
});

describe('the edit distance', () => {
  /** The restricted distance by its definition. */
  const naive = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length;
    const least = [naive(a.slice(1), b) + 1, naive(a, b.slice(1)) + 1];
    least.push(naive(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1));
    if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
      least.push(naive(a.slice(2), b.slice(2)) + 1);
    return Math.min(...least);
  };
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

  it('is what its definition says, and the same both ways', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(naive(a, b));
        expect(editDistance(a, b)).toBe(editDistance(b, a));
      }),
    );
  });

  it('counts two letters swapped as one', () => {
    expect(editDistance('refund', 'refnud')).toBe(1);
    expect(editDistance('', 'ab')).toBe(2);
  });
});

describe('two names', () => {
  it.each([
    ['ask-refund', 'ask_refund', 'form'],
    ['ask-refund', 'askRefund', 'form'],
    ['ask-refunds', 'ask-refund', 'form'],
    ['money-back', 'moneyback', 'form'],
    ['refund-ask', 'ask-refund', 'order'],
    ['ask-refund', 'ask-refnud', 'letters'],
    ['cancellation', 'cancelation', 'letters'],
    ['money-back', 'moneybakc', 'letters'],
  ])('%s and %s are alike', (left, right, kind) => {
    expect(match(left, right)?.kind).toBe(kind);
  });

  it.each([
    ['ask-contacted-merchant', 'not-contacted-merchant'],
    ['ask-contacted-merchant', 'contacted-merchant'],
    ['describe-red-light', 'describe-green-light'],
    ['route-1', 'route-2'],
    ['yes', 'no'],
    ['ask', 'task'],
    ['enable', 'disable'],
    ['+', '-'],
  ])('%s and %s are not', (left, right) => {
    expect(match(left, right)).toBeNull();
  });

  it('are alike whichever comes first, by no more than wholly, and each to itself', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', 'S', '1', '-', 'refund'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(name, name, (left, right) => {
        const found = match(left, right);
        expect(found).toEqual(match(right, left));
        if (found) {
          expect(found.similarity).toBeGreaterThan(0);
          expect(found.similarity).toBeLessThanOrEqual(1);
        }
        if (wordsOfName(left).length > 0) expect(match(left, left)?.similarity).toBe(1);
      }),
    );
  });
});
