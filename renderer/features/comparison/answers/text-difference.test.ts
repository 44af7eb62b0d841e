import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCommon, LONGEST_COMPARED, textDifference } from './text-difference.ts';

const pieces = (text: string, other: string) =>
  textDifference(text, other)?.map((piece) => `${piece.kind}: ${piece.text}`);

describe('textDifference', () => {
  it('finds what both say and what the text says alone, and shows nothing that only the other says', () => {
    expect(pieces('I booked a table for two', 'I have booked a room for two')).toEqual([
      'same: I',
      'same: booked a',
      'only: table',
      'same: for two',
    ]);
  });

  it('heeds neither case nor punctuation, and shows the text as it is written', () => {
    expect(pieces('Thanks, BYE!', 'thanks bye')).toEqual(['same: Thanks, BYE!']);
  });

  it('keeps signs that stand alone apart', () => {
    expect(pieces('?', '!')).toEqual(['only: ?']);
  });

  it('has nothing to say of two empty texts', () => {
    expect(textDifference('', ' \n')).toEqual([]);
  });

  it('takes all of a text that has nothing in common with the other', () => {
    expect(pieces('yes', '')).toEqual(['only: yes']);
    expect(pieces('', 'no')).toEqual([]);
  });

  it('gives up on texts too long for a table of words', () => {
    expect(textDifference('a '.repeat(LONGEST_COMPARED + 1), 'a')).toBeNull();
  });

  it('tells whether there is anything in common', () => {
    expect(hasCommon(textDifference('yes it is', 'it') ?? [])).toBe(true);
    expect(hasCommon(textDifference('yes', 'no') ?? [])).toBe(false);
    expect(hasCommon([])).toBe(false);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'C', 'd.', '!'), { maxLength: 12 }).map((w) => w.join(' '));

  it('is made up of all words of the text and of no others, each piece by a key of its own', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = textDifference(left, right) ?? [];
        expect(found.map((piece) => piece.text).join(' ')).toBe(left);
        expect(new Set(found.map((piece) => piece.at)).size).toBe(found.length);
      }),
    );
  });

  it('has as much in common one way as the other', () => {
    const common = (left: string, right: string) =>
      (textDifference(left, right) ?? [])
        .filter((piece) => piece.kind === 'same')
        .reduce((sum, piece) => sum + piece.text.split(' ').length, 0);
    fc.assert(fc.property(text, text, (left, right) => common(left, right) === common(right, left)));
  });
});
