import type { SparseRows } from '../dense/sparse-rows.ts';

/**
 * How much each answer of a pool is like the pool, weighted: Σ_j w_j · similarity(i, j) / Σ_j w_j.
 *
 * This is the expected gain of the minimum-Bayes-risk choice with w as the posterior. As the similarity is a
 * dot product, the sum over j is one vector, the answer to be expected, and the cost O(pool), not O(pool²).
 *
 * @param rows unit vectors of all answers; @param pool rows looked at; @param weights at least 0, one a member
 * @returns one value a member, 0 … 1; all 0 if the weights are
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

/** How much each answer is like all of them, each counting the same; one value a row. */
export function agreementsByChance(rows: SparseRows): Float64Array {
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  return agreements(rows, all, new Float64Array(rows.rowCount).fill(1));
}
