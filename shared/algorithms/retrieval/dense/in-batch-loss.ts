/** Rows of numbers of one length, row-major. */
type Rows = Float32Array | Float64Array;

export interface InBatchLoss {
  readonly loss: number;
  /** Gradient of the loss, by query and by document. */
  readonly querySlopes: Float64Array;
  readonly documentSlopes: Float64Array;
}

/**
 * The cross entropy of finding each query's document among all those of its mini-batch, by dot product and
 * without a temperature (Raposo, Coheur & Martins 2023, section 3.1, equation 1), and its gradient.
 * O(queries² · dimensions).
 * @param targets which document belongs to each query; a query with -1 is left out
 * @param own true if query and document at one index are the same text, which must not find itself
 */
export function inBatchLoss(
  queries: Rows,
  documents: Rows,
  targets: Int32Array,
  dimensions: number,
  own: boolean,
): InBatchLoss {
  const size = targets.length;
  const querySlopes = new Float64Array(queries.length);
  const documentSlopes = new Float64Array(documents.length);
  const shares = new Float64Array(size);
  const asked = targets.reduce((sum, target) => sum + (target < 0 ? 0 : 1), 0);
  let loss = 0;
  for (let i = 0; i < size; i++) {
    if (targets[i] < 0) continue;
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < size; j++) {
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += queries[i * dimensions + d] * documents[j * dimensions + d];
      shares[j] = own && j === i ? Number.NEGATIVE_INFINITY : dot;
      if (shares[j] > highest) highest = shares[j];
    }
    let total = 0;
    for (let j = 0; j < size; j++) {
      shares[j] = Math.exp(shares[j] - highest);
      total += shares[j];
    }
    loss -= Math.log(shares[targets[i]] / total) / asked;
    for (let j = 0; j < size; j++) {
      const pull = (shares[j] / total - (j === targets[i] ? 1 : 0)) / asked;
      if (pull === 0) continue;
      for (let d = 0; d < dimensions; d++) {
        querySlopes[i * dimensions + d] += pull * documents[j * dimensions + d];
        documentSlopes[j * dimensions + d] += pull * queries[i * dimensions + d];
      }
    }
  }
  return { loss, querySlopes, documentSlopes };
}
