import type { SparseRows } from '../dense/sparse-rows.ts';

/**
 * Returns the weighted similarity of each answer to its pool: Σ_j w_j · similarity(i, j) / Σ_j w_j.
 *
 * This is the expected gain of the minimum-Bayes-risk choice with w as the posterior. As the similarity is a dot
 * product, the sum over j is one vector, the expected answer, and the cost is O(pool), not O(pool²).
 *
 * @param rows unit vectors of all answers; @param pool rows to look at; @param weights at least 0, one per member
 * @returns one value per member, 0 … 1; all 0 if the weights are
 */
export function agreements(
  rows: SparseRows,
  pool: ArrayLike<number>,
  weights: ArrayLike<number>,
): Float64Array {
  const expected = new Map<number, number>();
  let total = 0;
  for (let member = 0; member < pool.length; member++) {
    total += weights[member];
    for (let at = rows.offsets[pool[member]]; at < rows.offsets[pool[member] + 1]; at++) {
      const column = rows.columns[at];
      expected.set(column, (expected.get(column) ?? 0) + weights[member] * rows.values[at]);
    }
  }
  const result = new Float64Array(pool.length);
  if (total === 0) return result;
  for (let member = 0; member < pool.length; member++) {
    let sum = 0;
    for (let at = rows.offsets[pool[member]]; at < rows.offsets[pool[member] + 1]; at++) {
      sum += (expected.get(rows.columns[at]) ?? 0) * rows.values[at];
    }
    result[member] = sum / total;
  }
  return result;
}

/** Returns the similarity of each answer to all of them, with equal weights; one value per row. */
export function agreementsByChance(rows: SparseRows): Float64Array {
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  return agreements(rows, all, new Float64Array(rows.rowCount).fill(1));
}
