import { columnFrequencies, type SparseRows } from '../dense/sparse-rows.ts';

/**
 * Okapi BM25 over integer words: an inverted index of precomputed shares.
 * idf = ln(1 + (N − n + ½)/(n + ½)); share = idf · tf·(k₁+1)/(tf + k₁·(1 − b + b·length/mean)).
 * Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
 */
export interface Bm25Index {
  readonly documentCount: number;
  /** length = words; 0 for a word no document has */
  readonly idf: Float32Array;
  /** length = words + 1; postings of word w are `postingOffsets[w] … postingOffsets[w+1]-1` */
  readonly postingOffsets: Int32Array;
  /** document of each posting, ascending within a word */
  readonly postingDocuments: Int32Array;
  readonly postingShares: Float32Array;
  readonly rows: SparseRows;
}

export const BM25_DEFAULTS = { k1: 1.2, b: 0.75 };

/** @param counts how often each document has each word; O(postings) time and memory. */
export function buildBm25(counts: SparseRows): Bm25Index {
  const { k1, b } = BM25_DEFAULTS;
  const { rowCount, columnCount, offsets, columns, values } = counts;
  const frequencies = columnFrequencies(counts);
  const idf = new Float32Array(columnCount);
  const postingOffsets = new Int32Array(columnCount + 1);
  for (let word = 0; word < columnCount; word++) {
    const seen = frequencies[word];
    idf[word] = seen === 0 ? 0 : Math.log(1 + (rowCount - seen + 0.5) / (seen + 0.5));
    postingOffsets[word + 1] = postingOffsets[word] + seen;
  }
  let total = 0;
  for (const value of values) total += value;
  const meanLength = total / Math.max(1, rowCount) || 1;

  const next = postingOffsets.slice(0, columnCount);
  const postingDocuments = new Int32Array(columns.length);
  const postingShares = new Float32Array(columns.length);
  const rowShares = new Float32Array(columns.length);
  for (let document = 0; document < rowCount; document++) {
    let length = 0;
    for (let at = offsets[document]; at < offsets[document + 1]; at++) length += values[at];
    const norm = k1 * (1 - b + (b * length) / meanLength);
    for (let at = offsets[document]; at < offsets[document + 1]; at++) {
      const word = columns[at];
      const share = (idf[word] * values[at] * (k1 + 1)) / (values[at] + norm);
      rowShares[at] = share;
      const posting = next[word]++;
      postingDocuments[posting] = document;
      postingShares[posting] = share;
    }
  }
  const rows = { ...counts, values: rowShares };
  return { documentCount: rowCount, idf, postingOffsets, postingDocuments, postingShares, rows };
}

export function scoreAll(index: Bm25Index, words: ArrayLike<number>, into?: Float32Array): Float32Array {
  const scores = into ?? new Float32Array(index.documentCount);
  if (into) scores.fill(0);
  for (const [word, times] of countsOf(words)) {
    const end = index.postingOffsets[word + 1];
    for (let at = index.postingOffsets[word]; at < end; at++) {
      scores[index.postingDocuments[at]] += times * index.postingShares[at];
    }
  }
  return scores;
}

/** Scores only the documents of a pool. @param weights scratch of length words, all zero before and after */
export function scorePool(
  index: Bm25Index,
  words: ArrayLike<number>,
  pool: ArrayLike<number>,
  weights: Float32Array,
): Float32Array {
  const counts = countsOf(words);
  for (const [word, times] of counts) weights[word] = times;
  const { offsets, columns, values } = index.rows;
  const scores = new Float32Array(pool.length);
  for (let member = 0; member < pool.length; member++) {
    let score = 0;
    const end = offsets[pool[member] + 1];
    for (let at = offsets[pool[member]]; at < end; at++) score += weights[columns[at]] * values[at];
    scores[member] = score;
  }
  for (const word of counts.keys()) weights[word] = 0;
  return scores;
}

function countsOf(words: ArrayLike<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of Array.from(words).sort((a, b) => a - b)) {
    if (word >= 0) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
