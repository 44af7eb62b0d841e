import { describe, expect, it } from 'vitest';
import { generatedDialogues, system, user } from '../../../../tests/fixtures/generated-corpus.ts';
import { buildRetrievalCorpus } from '../retrieval-corpus.ts';
import { fuseRanks } from './candidate-pool.ts';
import { fitRanker, type RankerExample, weigh } from './candidate-ranker.ts';
import { agreements, answerVectors, similarities } from './ranked-retriever.ts';

describe('reciprocal-rank fusion', () => {
  it('adds 1 / (60 + rank) over the lists', () => {
    const fused = fuseRanks([
      [7, 3],
      [3, 9],
    ]);
    expect(fused.map(({ index }) => index)).toEqual([3, 7, 9]);
    expect(fused[0].score).toBeCloseTo(1 / 62 + 1 / 61, 12);
  });

  it('breaks ties by the smaller turn', () => {
    expect(fuseRanks([[5], [2]]).map(({ index }) => index)).toEqual([2, 5]);
  });
});

describe('answers as vectors', () => {
  const corpus = buildRetrievalCorpus([
    { key: 'a', turns: [user('x'), system('Your code is AB12CD', 'book', 'reference')] },
    { key: 'b', turns: [user('x'), system('Your code is XY98ZW', 'book', 'reference')] },
    { key: 'c', turns: [user('x'), system('Which area do you like?', 'request')] },
    { key: 'd', turns: [user('x'), system('Which day do you like?', 'request')] },
  ]);

  it('treats answers that differ only in their values as equal', () => {
    const alike = similarities(answerVectors(corpus, 0.5), 0, [0, 1, 2]);
    expect(alike[0]).toBeCloseTo(1, 5);
    expect(alike[1]).toBeCloseTo(1, 5);
    expect(alike[2]).toBe(0);
  });

  it('divides the similarity between tags and words as requested', () => {
    expect(similarities(answerVectors(corpus, 1), 2, [3])[0]).toBeCloseTo(1, 5);
    const words = similarities(answerVectors(corpus, 0), 2, [3])[0];
    expect(similarities(answerVectors(corpus, 0.25), 2, [3])[0]).toBeCloseTo(0.25 + 0.75 * words, 5);
  });
});

describe('agreement', () => {
  const corpus = buildRetrievalCorpus(generatedDialogues(20, 6));
  const vectors = answerVectors(corpus, 0.5);
  const pool = [3, 8, 1, 12, 5];
  const weights = [0.5, 0.1, 0.2, 0, 0.7];

  it('is the weighted mean similarity with the pool', () => {
    const found = agreements(vectors, pool, weights);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    pool.forEach((row, member) => {
      const naive = similarities(vectors, row, pool).reduce((sum, value, at) => sum + value * weights[at], 0);
      expect(found[member]).toBeCloseTo(naive / total, 5);
    });
  });

  it('is zero without weights', () => {
    expect([...agreements(vectors, pool, [0, 0, 0, 0, 0])]).toEqual([0, 0, 0, 0, 0]);
    expect([...agreements(vectors, [], [])]).toEqual([]);
  });
});

describe('the ranker', () => {
  /** Three candidates each. The first feature marks the right one, the second is larger noise. */
  const examples: RankerExample[] = Array.from({ length: 60 }, (_, at) => {
    const right = at % 3;
    const values = new Float32Array(6);
    const similarities = new Float32Array(3);
    for (let member = 0; member < 3; member++) {
      values[2 * member] = member === right ? 1 : 0;
      values[2 * member + 1] = 1000 * ((at * 7 + member * 5) % 11);
      similarities[member] = member === right ? 0.9 : 0.1;
    }
    return { features: { count: 3, width: 2, values }, similarities };
  });
  const ranker = fitRanker(examples, 2, 1);

  it('learns which feature marks the right answer', () => {
    for (const { features, similarities } of examples) {
      const weights = weigh(ranker, features, 1);
      expect(weights.indexOf(Math.max(...weights))).toBe(similarities.indexOf(Math.max(...similarities)));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
    }
  });

  it('is flatter at a higher temperature', () => {
    const sharp = Math.max(...weigh(ranker, examples[0].features, 1));
    const flat = Math.max(...weigh(ranker, examples[0].features, 4));
    expect(flat).toBeLessThan(sharp);
    expect(flat).toBeGreaterThan(1 / 3);
  });

  it('gives the same result for the same seed', () => {
    expect(fitRanker(examples, 2, 1)).toEqual(ranker);
  });

  it('gives equal weights if it has learned nothing', () => {
    const weights = weigh(fitRanker([], 2, 1), examples[0].features, 1);
    for (const weight of weights) expect(weight).toBeCloseTo(1 / 3, 10);
  });
});
