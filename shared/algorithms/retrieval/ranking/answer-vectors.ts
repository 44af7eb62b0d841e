import { columnFrequencies, countRows, type SparseRows } from '../dense/sparse-rows.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';

/**
 * Returns each training answer as a sparse unit vector: its tags and its value-free words, concatenated. The dot
 * product of two answers is then `tagShare` of the cosine of their tags plus the rest of that of their words: 0 … 1.
 *
 * @param tagShare weight of the tags, 0 … 1
 */
export function answerVectors(corpus: RetrievalCorpus, tagShare: number): SparseRows {
  const tags = unitRows(corpus, corpus.symbolOffsets, corpus.symbolIds, corpus.symbols.length, 1, () => 1);
  // The square root of idf: with full idf a shared rare value counts for more than a shared act.
  const words = unitRows(
    corpus,
    corpus.shapeOffsets,
    corpus.shapeIds,
    corpus.shapes.entries.length,
    2,
    (share) => Math.sqrt(Math.log(1 + 1 / share)),
  );
  return sideBySide(tags, Math.sqrt(tagShare), words, Math.sqrt(1 - tagShare));
}

function unitRows(
  corpus: RetrievalCorpus,
  offsets: Int32Array,
  ids: Int32Array,
  columnCount: number,
  minimumFrequency: number,
  weightOf: (share: number) => number,
): SparseRows {
  const turnCount = corpus.turnRounds.length;
  const rows = countRows(turnCount, columnCount, (turn) =>
    ids.subarray(offsets[corpus.turnRounds[turn]], offsets[corpus.turnRounds[turn] + 1]),
  );
  const frequencies = columnFrequencies(rows);
  for (let turn = 0; turn < turnCount; turn++) {
    let norm = 0;
    for (let at = rows.offsets[turn]; at < rows.offsets[turn + 1]; at++) {
      const frequency = frequencies[rows.columns[at]];
      const weight = frequency < minimumFrequency ? 0 : weightOf(frequency / turnCount);
      rows.values[at] = weight;
      norm += weight * weight;
    }
    if (norm === 0) continue;
    for (let at = rows.offsets[turn]; at < rows.offsets[turn + 1]; at++) rows.values[at] /= Math.sqrt(norm);
  }
  return rows;
}

function sideBySide(left: SparseRows, leftScale: number, right: SparseRows, rightScale: number): SparseRows {
  const offsets = new Int32Array(left.rowCount + 1);
  const columns = new Int32Array(left.columns.length + right.columns.length);
  const values = new Float32Array(columns.length);
  let length = 0;
  for (let row = 0; row < left.rowCount; row++) {
    for (let at = left.offsets[row]; at < left.offsets[row + 1]; at++, length++) {
      columns[length] = left.columns[at];
      values[length] = left.values[at] * leftScale;
    }
    for (let at = right.offsets[row]; at < right.offsets[row + 1]; at++, length++) {
      columns[length] = left.columnCount + right.columns[at];
      values[length] = right.values[at] * rightScale;
    }
    offsets[row + 1] = length;
  }
  return {
    rowCount: left.rowCount,
    columnCount: left.columnCount + right.columnCount,
    offsets,
    columns,
    values,
  };
}

/** Dot products of one row with the given rows; 0 … 1 for unit rows without negative values. */
export function similarities(rows: SparseRows, row: number, others: ArrayLike<number>): Float32Array {
  const values = new Map<number, number>();
  for (let at = rows.offsets[row]; at < rows.offsets[row + 1]; at++)
    values.set(rows.columns[at], rows.values[at]);
  const result = new Float32Array(others.length);
  for (let member = 0; member < others.length; member++) {
    let sum = 0;
    for (let at = rows.offsets[others[member]]; at < rows.offsets[others[member] + 1]; at++) {
      sum += (values.get(rows.columns[at]) ?? 0) * rows.values[at];
    }
    result[member] = sum;
  }
  return result;
}
