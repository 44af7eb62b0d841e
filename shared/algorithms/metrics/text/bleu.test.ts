import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusBleu, sentenceBleu } from '../../../../tests/fixtures/bleu.ts';
import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics, bleuTokens } from './bleu.ts';
import { createTokenVocabulary } from './text-scorer.ts';

const vocabulary = createTokenVocabulary();

function ids(text: string): Int32Array {
  return vocabulary.idsOf(bleuTokens(text));
}

function sentence(candidate: string, references: readonly string[]): number {
  return sentenceBleu(ids(candidate), references.map(ids));
}

function corpus(pairs: readonly (readonly [string, readonly string[]])[]): number {
  return corpusBleu(
    pairs.map(([candidate]) => ids(candidate)),
    pairs.map(([, references]) => references.map(ids)),
  );
}

function statisticsOf(candidate: string, references: readonly string[]): number[] {
  const statistics = new Float64Array(BLEU_STATISTICS);
  addBleuStatistics(statistics, 0, ids(candidate), references.map(ids));
  return [...statistics];
}

// The worked examples of Papineni and others 2002, section 2.1.
const PARTY_REFERENCES = [
  'It is a guide to action that ensures that the military will forever heed Party commands',
  'It is the guiding principle which guarantees the military forces always being under the command of the Party',
  'It is the practical guide for the army always to heed the directions of the party',
];
const PARTY_FIRST =
  'It is a guide to action which ensures that the military always obeys the commands of the party';
const PARTY_SECOND = 'It is to insure the troops forever hearing the activity guidebook that party direct';

describe('published values', () => {
  it('agrees with the examples of Papineni and others', () => {
    // Modified precisions: 17/18 and 10/17, 8/14 and 1/13, 2/7.
    expect(statisticsOf(PARTY_FIRST, PARTY_REFERENCES).slice(0, 4)).toEqual([18, 18, 17, 10]);
    expect(statisticsOf(PARTY_SECOND, PARTY_REFERENCES).slice(0, 4)).toEqual([14, 16, 8, 1]);
    const repeated = statisticsOf('the the the the the the the', [
      'the cat is on the mat',
      'there is a cat on the mat',
    ]);
    expect(repeated).toEqual([7, 7, 2, 0, 0, 0, 7, 6, 5, 4]);
  });

  it("agrees with the example of sacreBLEU's documentation: 48.53", () => {
    const score = corpus([
      ['The dog bit the man.', ['The dog bit the man.', 'The dog had bit the man.']],
      ["It wasn't surprising.", ['It was not unexpected.', 'No one was surprised.']],
      ['The man had just bitten him.', ['The man bit him first.', 'The man had bitten the dog.']],
    ]);
    // The value in sacreBLEU's test_bleu.py.
    expect(score).toBeCloseTo(48.530827, 6);
  });

  it("agrees with sacreBLEU's test of sentence scores: 8.493", () => {
    const score = sentence('Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;', [
      'producţia de zahăr brut se exprimă în zahăr alb;',
    ]);
    expect(score).toBeCloseTo(8.493, 3);
  });

  it('is 0 without a match, as in sacreBLEU', () => {
    expect(sentence('this is a cat', ['okay thanks'])).toBe(0);
  });

  it("agrees with sacreBLEU's test of scores from statistics: 0.8375922397", () => {
    const statistics = Float64Array.of(11, 11, 9, 7, 5, 3, 10, 8, 6, 4);
    expect(bleuOfStatistics(statistics, 0, { effectiveOrder: false })).toBeCloseTo(83.75922397, 7);
  });
});

// Each value is a result of sacreBLEU 2.6.0 with its defaults: for a sentence, then for a corpus of this one segment.
const REFERENCE_RUN: readonly (readonly [string, readonly string[], number, number])[] = [
  ['the cat is on the mat', ['there is a cat on the mat'], 29.05925408079185, 29.05925408079185],
  [
    'The Ashley Hotel is in the north of town.',
    ['The Ashley Hotel is in the north part of town. It is a moderately priced two star hotel.'],
    28.90168685144719,
    28.90168685144719,
  ],
  [
    'i can help you with that. what time would you like to leave?',
    ['sure, what time would you like to leave?', 'where would you like to go, and at what time?'],
    47.587330964125236,
    47.587330964125236,
  ],
  ['ok', ['ok'], 100, 0],
  ['ok then', ['ok, then.'], 26.013004751144457, 0],
  ['yes', ['no'], 0, 0],
  ['', ['no'], 0, 0],
  ['no', [''], 0, 0],
  ['', [''], 0, 0],
  [
    'the the the the the the the',
    ['the cat is on the mat', 'there is a cat on the mat'],
    7.809849842300637,
    7.809849842300637,
  ],
  [PARTY_FIRST, PARTY_REFERENCES, 50.456668400584846, 50.456668400584846],
  [PARTY_SECOND, PARTY_REFERENCES, 6.963003305718091, 6.963003305718091],
  ['a b c d', ['a b c d e f g h'], 36.78794411714425, 36.78794411714425],
  ['one two three five', ['one two three four', 'one two three five six seven'], 100, 100],
];

describe('a reference run of sacreBLEU 2.6.0', () => {
  it.each(REFERENCE_RUN)('%j against %j', (candidate, references, ofSentence, ofCorpus) => {
    expect(sentence(candidate, references)).toBeCloseTo(ofSentence, 10);
    expect(corpus([[candidate, references]])).toBeCloseTo(ofCorpus, 10);
  });

  it('all segments as one corpus, first references only', () => {
    const score = corpus(REFERENCE_RUN.map(([candidate, references]) => [candidate, [references[0]]]));
    expect(score).toBeCloseTo(34.88521194492116, 10);
  });
});

describe('BLEU', () => {
  it('uses the closest reference length, the shorter of two equally close ones', () => {
    expect(statisticsOf('a b c', ['a', 'a b c d'])[1]).toBe(4);
    expect(statisticsOf('a b c', ['a b c d', 'a b'])[1]).toBe(2);
    expect(statisticsOf('a b c', ['a b', 'a b c d'])[1]).toBe(2);
  });

  it('counts the reference length of a missing candidate', () => {
    const full = corpus([['we have five hotels in the centre', ['we have five hotels in the centre']]]);
    const halved = corpus([
      ['we have five hotels in the centre', ['we have five hotels in the centre']],
      ['', ['they have seven of them in town']],
    ]);
    expect(full).toBeCloseTo(100, 10);
    expect(halved).toBeCloseTo(100 * Math.exp(1 - 14 / 7), 10);
  });

  it('rejects segments without references and lists of different length', () => {
    expect(() => sentence('a', [])).toThrow('at least one reference');
    expect(() => corpusBleu([ids('a')], [])).toThrow('1 candidates for 0 references');
  });

  it('is 100 for equal texts, at most 100 and no lower for a further reference of the same length', () => {
    const text = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 4, maxLength: 15 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [candidate, reference] = [Int32Array.from(left), Int32Array.from(right)];
        expect(sentenceBleu(candidate, [candidate])).toBeCloseTo(100, 9);
        const one = sentenceBleu(candidate, [reference]);
        expect(one).toBeLessThanOrEqual(100 + 1e-9);
        expect(sentenceBleu(candidate, [reference, candidate])).toBeGreaterThanOrEqual(one - 1e-9);
      }),
    );
  });

  it('of a corpus does not depend on the order of its segments', () => {
    const text = fc
      .array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 })
      .map((list) => Int32Array.from(list));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), (pairs) => {
        const score = (list: typeof pairs) =>
          corpusBleu(
            list.map(([candidate]) => candidate),
            list.map(([, reference]) => [reference]),
          );
        expect(score(pairs)).toBe(score(pairs.toReversed()));
      }),
    );
  });
});
