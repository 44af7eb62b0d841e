import { describe, expect, it } from 'vitest';
import { induceMoves } from '../induce.ts';
import { createMovesCorpus, sentencesOf } from '../moves-corpus.ts';
import { cueOf } from './cue-rules.ts';
import { cueRulesWith, readPhrases } from './own-cues.ts';

const moveOf = (phrases: string, sentence: string): string | undefined => {
  const rules = cueRulesWith([{ role: 'user', move: 'ask-for-receipt', phrases }]).user;
  return rules[cueOf(rules, sentencesOf([sentence])[0].words)]?.name;
};

describe('a cue of a person', () => {
  it.each([
    ['receipt', 'Could I have a receipt', 'ask-for-receipt'],
    ['receipt', 'Thanks for all the receipts', 'says-thanks'],
    ['send * receipt', 'Please send me the last receipt', 'ask-for-receipt'],
    ['send * receipt', 'Please send it with all of the receipt', 'requests-something'],
    ['proof of purchase, receipt', 'I want a proof of purchase.', 'ask-for-receipt'],
    ['(a+)+$', 'I paid a a a a a', 'ask-for-receipt'],
  ])('%s: %s', (phrases, sentence, move) => {
    expect(moveOf(phrases, sentence)).toBe(move);
  });

  it.each([
    ['receipt,', '“” contains no words'],
    ['* receipt', 'needs a word before and after each *'],
    ['a b c d e f g h i j k l m', 'has more than 12 words'],
  ])('that cannot be read says which phrase: %s', (phrases, message) => {
    expect(() => readPhrases(phrases)).toThrow(message);
  });

  it('makes its move, however rarely it matches, and adds to a built-in move', () => {
    const corpus = createMovesCorpus();
    for (let at = 0; at < 60; at++)
      corpus.add([
        { role: 'user', texts: [at < 3 ? 'I lost my voucher card' : 'My parcel has not arrived yet'] },
        { role: 'system', texts: [at < 10 ? 'Cheerio then' : 'Thank you for letting us know'] },
      ]);
    const whole = corpus.finish();
    const found = (cues: Parameters<typeof cueRulesWith>[0]) => {
      const { model, turns } = induceMoves(whole, { method: 'cues', moves: 'auto', seed: 1, cues });
      return turns.map(({ role, moves }) => {
        const of = model.roles.find((one) => one.role === role)!;
        return moves.length === 0 ? 'other' : of.names[of.cut[moves[0].move]];
      });
    };
    expect(found([])[0]).not.toBe('report-voucher');
    const named = found([
      { role: 'user', move: 'report-voucher', phrases: 'lost * voucher' },
      { role: 'system', move: 'says-thanks', phrases: 'cheerio' },
    ]);
    expect([named[0], named[1], named[7 * 2]]).toEqual([
      'report-voucher',
      'says-thanks',
      expect.not.stringMatching('report-voucher'),
    ]);
    expect(new Set(named.filter((_, at) => at % 2 === 1))).toEqual(new Set(['says-thanks']));
  });
});
