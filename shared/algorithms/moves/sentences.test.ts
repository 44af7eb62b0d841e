import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedWords } from './mask.ts';
import { sentencesOf } from './moves-corpus.ts';

describe('the words of a sentence', () => {
  it.each([
    ['My order 12345678 is late', 'my order <id> is late'],
    ['Write to jo.doe@example.org or @acme_help', 'write to <email> or <account>'],
    ['See https://example.org/a?b=1', 'see <link>'],
    ['Call 1-800-869-3557 at 5 pm on Friday', 'call <phone> at <time> on <date>'],
    ['It costs $20, are there 3 left?', 'it costs <price> are there <number> left ?'],
    ['I asked Anna Lee and I’m waiting', "i asked <name> and i'm waiting"],
    ['WHY IS IT DOWN', 'why is it down'],
    ['', ''],
  ])('of %j are %j', (text, words) => {
    expect(maskedWords(text).join(' ')).toBe(words);
  });
});

describe('the sentences of a turn', () => {
  const read = (...texts: string[]) =>
    sentencesOf(texts).map(({ start, end }) => texts.join('\n').slice(start, end));

  it('end at marks, line ends, dashes, emoji and clauses with their own move', () => {
    expect(read('Hi Sam! It fails. Again…', 'Why?')).toEqual(['Hi Sam!', 'It fails.', 'Again…', 'Why?']);
    expect(read('It is late - nobody says why 😠 please help')).toEqual([
      'It is late -',
      'nobody says why 😠',
      'please help',
    ]);
    expect(read('I tried it, but it fails, so what now')).toEqual([
      'I tried it,',
      'but it fails,',
      'so what now',
    ]);
  });

  it('leave out marks of programs, and keep their positions', () => {
    expect(read('###STOP###')).toEqual([]);
    expect(read('###STOP### Thank you!')).toEqual(['Thank you!']);
  });

  it('leave out salutations and signatures', () => {
    expect(read('@115712 @acme Please send a DM. -AA')).toEqual(['Please send a DM.']);
    expect(read('@115712 We can look ^JS')).toEqual(['We can look']);
    expect(read('@115712 We can look 2/2 ^JS', '1/2 Or call', 'At noon. -AA (2/2)', 'Thanks 1/3 ')).toEqual([
      'We can look',
      'Or call',
      'At noon.',
      'Thanks',
    ]);
    expect(read('Open 24/7', 'Due on 9/4', 'Half is 1/2 of it')).toEqual([
      'Open 24/7',
      'Due on 9/4',
      'Half is 1/2 of it',
    ]);
  });

  it('do not end inside links, prices and abbreviations', () => {
    expect(read('Go to https://example.org/x.y today. It is $3.50 now')).toEqual([
      'Go to https://example.org/x.y today.',
      'It is $3.50 now',
    ]);
  });

  it('keep a link with the text that announces it', () => {
    expect(read('Please read this. https://example.org/help')).toEqual([
      'Please read this. https://example.org/help',
    ]);
  });

  it('have correct positions, in order, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), (texts) => {
        const length = texts.join('\n').length;
        let from = 0;
        for (const { start, end } of sentencesOf(texts)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(length);
          from = end;
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
