import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCommon, LONGEST_COMPARED, textDifference } from './answer-text.tsx';

const pieces = (text: string, other: string) =>
  textDifference(text, other)?.map((piece) => `${piece.kind}: ${piece.text}`);

describe('textDifference', () => {
  it('finds common words and those of the text alone, and shows none that only the other has', () => {
    expect(pieces('I booked a table for two', 'I have booked a room for two')).toEqual([
      'same: I',
      'same: booked a',
      'only: table',
      'same: for two',
    ]);
  });

  it('ignores case and punctuation, but keeps the text as written', () => {
    expect(pieces('Thanks, BYE!', 'thanks bye')).toEqual(['same: Thanks, BYE!']);
  });

  it('compares punctuation that stands alone', () => {
    expect(pieces('?', '!')).toEqual(['only: ?']);
  });

  it('returns no pieces for two empty texts', () => {
    expect(textDifference('', ' \n')).toEqual([]);
  });

  it('returns the whole text if nothing is in common', () => {
    expect(pieces('yes', '')).toEqual(['only: yes']);
    expect(pieces('', 'no')).toEqual([]);
  });

  it('returns null for texts that are too long', () => {
    expect(textDifference('a '.repeat(LONGEST_COMPARED + 1), 'a')).toBeNull();
  });

  it('says whether there is anything in common', () => {
    expect(hasCommon(textDifference('yes it is', 'it') ?? [])).toBe(true);
    expect(hasCommon(textDifference('yes', 'no') ?? [])).toBe(false);
    expect(hasCommon([])).toBe(false);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'C', 'd.', '!'), { maxLength: 12 }).map((w) => w.join(' '));

  it('contains exactly the words of the text, each piece with a unique key', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = textDifference(left, right) ?? [];
        expect(found.map((piece) => piece.text).join(' ')).toBe(left);
        expect(new Set(found.map((piece) => piece.at)).size).toBe(found.length);
      }),
    );
  });

  it('finds equally many common words in either direction', () => {
    const common = (left: string, right: string) =>
      (textDifference(left, right) ?? [])
        .filter((piece) => piece.kind === 'same')
        .reduce((sum, piece) => sum + piece.text.split(' ').length, 0);
    fc.assert(fc.property(text, text, (left, right) => common(left, right) === common(right, left)));
  });
});
