import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rougeL, rougeLF1, rougeN, rougeTokens } from './rouge.ts';
import { createTokenVocabulary } from './text-scorer.ts';

function ids(candidate: string, reference: string): [Int32Array, Int32Array] {
  const vocabulary = createTokenVocabulary();
  return [vocabulary.idsOf(rougeTokens(candidate)), vocabulary.idsOf(rougeTokens(reference))];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}

describe('rougeTokens', () => {
  it.each([
    ['The Dog bit, the man!', ['the', 'dog', 'bit', 'the', 'man']],
    ["it's £12.50 at 7:30pm", ['it', 's', '12', '50', 'at', '7', '30pm']],
    ['snake_case e-mail', ['snake', 'case', 'e', 'mail']],
    ['café', ['caf']],
    ['\u212Aelvin', ['kelvin']],
    ['订一张票', []],
    ['  ', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(rougeTokens(text)).toEqual(expected);
  });

  it('stems only tokens longer than three characters', () => {
    expect(rougeTokens('one four fives', (token) => `${token}+`)).toEqual(['one', 'four+', 'fives+']);
  });
});

describe('published values', () => {
  // The examples of Lin 2004, section 3.1.
  it('ROUGE-L of the paper distinguishes the two candidates, ROUGE-2 does not', () => {
    const reference = 'police killed the gunman';
    const [near, far] = ['police kill the gunman', 'the gunman kill police'];
    expect(rougeL(...ids(near, reference)).f1).toBe(0.75);
    expect(rougeL(...ids(far, reference)).f1).toBe(0.5);
    expect(rougeN(...ids(near, reference), 2)).toEqual(rougeN(...ids(far, reference), 2));
  });

  // The tests of the rouge_score package (rouge_scorer_test.py).
  it.each([
    ['rouge1', 'testing', 1, 1 / 3, 1 / 2],
    ['rouge2', 'testing one', 1, 1 / 2, 2 / 3],
    ['rougeL', 'testing one', 1, 2 / 3, 4 / 5],
    ['rougeL', 'testing two', 1, 2 / 3, 4 / 5],
    ['rouge1', '', 0, 0, 0],
    ['rouge2', '', 0, 0, 0],
    ['rougeL', '', 0, 0, 0],
    ['rougeL', '/', 0, 0, 0],
  ])('%s of "%s" against "testing one two"', (measure, candidate, precision, recall, f1) => {
    const pair = ids(candidate, 'testing one two');
    const score = measure === 'rougeL' ? rougeL(...pair) : rougeN(...pair, Number(measure.slice(-1)));
    expect(score.precision).toBeCloseTo(precision, 12);
    expect(score.recall).toBeCloseTo(recall, 12);
    expect(score.f1).toBeCloseTo(f1, 12);
  });

  // ROUGE-1.5.5's results on the two pairs that rouge_score was compared with, as numbers of tokens.
  const pairs = [
    { target: range(0, 26), prediction: [27, 10, 11, 28, ...range(13, 15), 29, 30, ...range(18, 23), 31] },
    {
      target: range(0, 41),
      prediction: [
        42,
        ...range(4, 10),
        43,
        44,
        13,
        14,
        15,
        45,
        46,
        18,
        19,
        20,
        47,
        22,
        23,
        24,
        48,
        26,
        49,
        50,
      ],
    },
  ].map(({ target, prediction }) => ({
    target: Int32Array.from(target),
    prediction: Int32Array.from(prediction),
  }));
  it.each([
    [0, 'rouge1', 0.6875, 0.40741, 0.51163],
    [1, 'rouge1', 0.65385, 0.40476, 0.5],
    [0, 'rouge2', 0.53333, 0.30769, 0.39024],
    [1, 'rouge2', 0.48, 0.29268, 0.36364],
    [0, 'rougeL', 0.6875, 0.40741, 0.51163],
    [1, 'rougeL', 0.65385, 0.40476, 0.5],
  ])('pair %d, %s as ROUGE-1.5.5', (pair, measure, precision, recall, f1) => {
    const { target, prediction } = pairs[pair];
    const score =
      measure === 'rougeL'
        ? rougeL(prediction, target)
        : rougeN(prediction, target, Number(measure.slice(-1)));
    expect(score.precision).toBeCloseTo(precision, 5);
    expect(score.recall).toBeCloseTo(recall, 5);
    expect(score.f1).toBeCloseTo(f1, 5);
  });
});

describe('properties', () => {
  const sequence = fc
    .array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 })
    .map((tokens) => Int32Array.from(tokens));

  it('F1 is symmetric, the harmonic mean, and 1 exactly for equal token sequences', () => {
    fc.assert(
      fc.property(sequence, sequence, (left, right) => {
        const score = rougeL(left, right);
        expect(score.f1).toBe(rougeLF1(left, right));
        expect(score.f1).toBe(rougeLF1(right, left));
        if (score.f1 > 0) {
          const { precision, recall } = score;
          expect(score.f1).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
        }
        const equal = left.length > 0 && left.join() === right.join();
        expect(score.f1 === 1).toBe(equal);
      }),
    );
  });

  it('ROUGE-L never exceeds ROUGE-1, and ROUGE-2 hits never exceed ROUGE-1 hits', () => {
    fc.assert(
      fc.property(sequence, sequence, (left, right) => {
        const unigrams = rougeN(left, right, 1);
        expect(rougeL(left, right).f1).toBeLessThanOrEqual(unigrams.f1);
        expect(rougeN(left, right, 2).recall * Math.max(0, right.length - 1)).toBeLessThanOrEqual(
          unigrams.recall * right.length + 1e-9,
        );
      }),
    );
  });

  it('rejects an invalid order', () => {
    for (const order of [0, -1, 1.5, Number.NaN]) {
      expect(() => rougeN(Int32Array.of(1), Int32Array.of(1), order)).toThrow(RangeError);
    }
  });
});
