import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRows } from '../dense/sparse-rows.ts';
import { BM25_DEFAULTS, buildBm25, scoreAll, scorePool } from './bm25.ts';

const WORDS = 6;
const documentsOf = (documents: readonly (readonly number[])[]) =>
  countRows(documents.length, WORDS, (row) => documents[row]);

/** The formula, word by word. */
function naiveScore(
  documents: readonly (readonly number[])[],
  document: number,
  query: readonly number[],
): number {
  const { k1, b } = BM25_DEFAULTS;
  const total = documents.reduce((sum, words) => sum + words.length, 0);
  const mean = total / documents.length || 1;
  return query.reduce((score, word) => {
    const times = documents[document].filter((other) => other === word).length;
    if (times === 0) return score;
    const containing = documents.filter((words) => words.includes(word)).length;
    const idf = Math.log(1 + (documents.length - containing + 0.5) / (containing + 0.5));
    const norm = k1 * (1 - b + (b * documents[document].length) / mean);
    return score + (idf * times * (k1 + 1)) / (times + norm);
  }, 0);
}

describe('BM25', () => {
  it('follows the formula on every document, for repeated and unknown words too', () => {
    const words = fc.array(fc.nat(WORDS - 1), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), words, (documents, query) => {
        const scores = scoreAll(buildBm25(documentsOf(documents)), [...query, -1]);
        documents.forEach((_, document) => {
          expect(scores[document]).toBeCloseTo(naiveScore(documents, document, query), 4);
        });
      }),
    );
  });

  it('scores a pool like the whole corpus, and resets its scratch', () => {
    const index = buildBm25(documentsOf([[0, 1], [1, 1, 2], [3], []]));
    const scratch = new Float32Array(WORDS);
    const all = scoreAll(index, [1, 2, 2]);
    expect([...scorePool(index, [1, 2, 2], [3, 1], scratch)]).toEqual([all[3], all[1]]);
    expect([...scratch]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('clears a reused array', () => {
    const index = buildBm25(documentsOf([[0], [1]]));
    const into = new Float32Array(2);
    scoreAll(index, [0], into);
    expect(scoreAll(index, [1], into)[0]).toBe(0);
  });
});
