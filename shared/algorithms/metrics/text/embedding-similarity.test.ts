import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bertScore, embeddingSimilarity } from './text-scorer.ts';

const vector = (...numbers: number[]): Float32Array => Float32Array.from(numbers);

describe('embedding similarity', () => {
  it('is the cosine', () => {
    expect(embeddingSimilarity(vector(1, 0), vector(1, 1))).toBeCloseTo(Math.SQRT1_2);
    expect(embeddingSimilarity(vector(1, 2), vector(-1, -2))).toBeCloseTo(-1);
    expect(embeddingSimilarity(vector(1, 0), vector(0, 3))).toBe(0);
    expect(embeddingSimilarity(vector(0, 0), vector(1, 0))).toBeNull();
    expect(embeddingSimilarity(vector(), vector())).toBeNull();
    expect(() => embeddingSimilarity(vector(1), vector(1, 2))).toThrow(RangeError);
  });

  it('is symmetric, ignores the length of vectors, and stays within bounds', () => {
    const number = fc.integer({ min: -50, max: 50 });
    const pair = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pair, fc.integer({ min: 1, max: 9 }), (pairs, scale) => {
        const left = Float32Array.from(pairs, ([one]) => one);
        const right = Float32Array.from(pairs, ([, other]) => other);
        const similarity = embeddingSimilarity(left, right);
        expect(embeddingSimilarity(right, left)).toEqual(similarity);
        if (similarity === null) return;
        expect(Math.abs(similarity)).toBeLessThanOrEqual(1);
        expect(
          embeddingSimilarity(
            left.map((value) => value * scale),
            right,
          ),
        ).toBeCloseTo(similarity, 9);
      }),
    );
  });
});

it('BERTScore takes the most similar token for each token of both texts', () => {
  const [right, up, both] = [vector(1, 0), vector(0, 1), vector(1, 1)];
  expect(bertScore([right, up], [up, right])).toBeCloseTo(1);
  // The truth's second token has no equal: precision 1, recall (1 + √½) / 2.
  const recall = (1 + Math.SQRT1_2) / 2;
  expect(bertScore([right], [right, both])).toBeCloseTo((2 * recall) / (1 + recall));
  expect(bertScore([right], [up])).toBe(0);
  expect(bertScore([], [up])).toBeNull();
});
