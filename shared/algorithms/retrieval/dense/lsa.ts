import { crossProduct, multiplyRows, orthonormalise, symmetricEigen } from './dense-algebra.ts';
import { columnFrequencies, type SparseRows } from './sparse-rows.ts';

/**
 * Latent semantic analysis: TF-IDF rows brought down to a few dense dimensions by a truncated SVD, found by
 * randomised subspace iteration (Halko, Martinsson & Tropp 2011) on the word side. Deterministic by seed.
 */
export interface LsaModel {
  readonly dimensions: number;
  readonly columnCount: number;
  /** length = columns; 0 for columns too rare to be used */
  readonly weights: Float32Array;
  /** length = columns · dimensions, row-major: where each word points */
  readonly directions: Float32Array;
  /** length = dimensions, descending */
  readonly singularValues: Float32Array;
}

interface LsaOptions {
  readonly dimensions: number;
  readonly iterations: number;
  /** Words in fewer rows are left out. */
  readonly minimumFrequency: number;
  readonly random: () => number;
}

/** @param random uniform in [0, 1), seeded. O(iterations · entries · dimensions) time. */
export function fitLsa(rows: SparseRows, options: LsaOptions): LsaModel {
  const { columnCount } = rows;
  const frequencies = columnFrequencies(rows);
  const weights = new Float32Array(columnCount);
  let usable = 0;
  for (let column = 0; column < columnCount; column++) {
    if (frequencies[column] < options.minimumFrequency) continue;
    weights[column] = Math.log(rows.rowCount / frequencies[column]) + 0.1;
    usable++;
  }
  const width = Math.min(options.dimensions + 12, Math.max(1, usable));
  const dimensions = Math.min(options.dimensions, width);
  let basis: Float64Array = new Float64Array(columnCount * width);
  for (let column = 0; column < columnCount; column++) {
    if (weights[column] === 0) continue;
    for (let j = 0; j < width; j++) basis[column * width + j] = gaussian(options.random);
  }
  orthonormalise(basis, columnCount, width);
  for (let iteration = 0; iteration < options.iterations; iteration++) {
    basis = applyGram(rows, weights, basis, width);
    orthonormalise(basis, columnCount, width);
  }
  // Rayleigh–Ritz: the best directions within the subspace found.
  const image = applyGram(rows, weights, basis, width);
  const small = crossProduct(basis, image, columnCount, width);
  const { values, vectors } = symmetricEigen(small, width);
  multiplyRows(basis, columnCount, vectors, width);
  const directions = new Float32Array(columnCount * dimensions);
  for (let column = 0; column < columnCount; column++) {
    const from = column * width;
    directions.set(basis.subarray(from, from + dimensions), column * dimensions);
  }
  const singularValues = Float32Array.from(values.subarray(0, dimensions), (value) =>
    Math.sqrt(Math.max(0, value)),
  );
  return { dimensions, columnCount, weights, directions, singularValues };
}

/**
 * Writes the unit vector of a bag of columns to `into` at `at`; zero if no column is known. Negative ones are
 * ignored.
 */
export function projectRow(
  model: LsaModel,
  columns: ArrayLike<number>,
  into: Float32Array,
  at: number,
): void {
  const { dimensions, directions, weights } = model;
  into.fill(0, at, at + dimensions);
  for (let entry = 0; entry < columns.length; entry++) {
    const column = columns[entry];
    if (column < 0 || weights[column] === 0) continue;
    const weight = weights[column];
    const from = column * dimensions;
    for (let d = 0; d < dimensions; d++) into[at + d] += weight * directions[from + d];
  }
  normalise(into, at, dimensions);
}

/** Scales one vector of a row-major array to length 1; a zero vector stays. */
export function normalise(vectors: Float32Array, at: number, dimensions: number): void {
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += vectors[at + d] * vectors[at + d];
  if (sum === 0) return;
  const scale = 1 / Math.sqrt(sum);
  for (let d = 0; d < dimensions; d++) vectors[at + d] *= scale;
}

export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Aᵀ(A·basis) for the weighted, length-normalised rows A, one row at a time. */
function applyGram(
  rows: SparseRows,
  weights: Float32Array,
  basis: Float64Array,
  width: number,
): Float64Array {
  const result = new Float64Array(basis.length);
  const image = new Float64Array(width);
  for (let row = 0; row < rows.rowCount; row++) {
    const from = rows.offsets[row];
    const to = rows.offsets[row + 1];
    let norm = 0;
    image.fill(0);
    for (let at = from; at < to; at++) {
      const column = rows.columns[at];
      const weight = weights[column] * rows.values[at];
      if (weight === 0) continue;
      norm += weight * weight;
      for (let j = 0; j < width; j++) image[j] += weight * basis[column * width + j];
    }
    if (norm === 0) continue;
    for (let at = from; at < to; at++) {
      const column = rows.columns[at];
      const weight = (weights[column] * rows.values[at]) / norm;
      if (weight === 0) continue;
      for (let j = 0; j < width; j++) result[column * width + j] += weight * image[j];
    }
  }
  return result;
}
