import { multiplyRows, orthonormalise, symmetricEigen } from './dense-algebra.ts';
import { gramOf, sparseProductsWith } from './matrix-product.ts';
import { columnFrequencies, type SparseRows } from './sparse-rows.ts';

/**
 * TF-IDF rows by truncated SVD, randomized subspace iteration (Halko, Martinsson & Tropp 2011). Deterministic by seed.
 */
export interface LsaModel {
  readonly dimensions: number;
  readonly columnCount: number;
  readonly weights: Float32Array;
  /** length = columns · dimensions, row-major: the vector of each word */
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
  const { columnCount, rowCount } = rows;
  const frequencies = columnFrequencies(rows);
  const weights = new Float32Array(columnCount);
  const placeOf = new Int32Array(columnCount).fill(-1);
  let usable = 0;
  for (let column = 0; column < columnCount; column++) {
    if (frequencies[column] < options.minimumFrequency) continue;
    weights[column] = Math.log(rowCount / frequencies[column]) + 0.1;
    if (weights[column] !== 0) placeOf[column] = usable++;
  }
  const width = Math.min(options.dimensions + 12, Math.max(1, usable));
  const dimensions = Math.min(options.dimensions, width);
  const byRow = weighted(rows, weights, placeOf, usable);
  const byColumn = transposed(byRow);
  let basis: Float32Array = new Float32Array(usable * width);
  for (let at = 0; at < basis.length; at++) basis[at] = gaussian(options.random);
  // Both sides give the same span, and the shorter one costs less.
  const isRowSide = rowCount < usable;
  for (let iteration = 0; iteration < options.iterations; iteration++) {
    const image = times(byRow, basis, width);
    if (isRowSide) orthonormalise(image, rowCount, width, 1);
    basis = times(byColumn, image, width);
    if (!isRowSide && iteration + 1 < options.iterations) orthonormalise(basis, usable, width, 1);
  }
  orthonormalise(basis, usable, width);
  // Rayleigh–Ritz: the best directions within the subspace.
  const small = gramOf(times(byRow, basis, width), rowCount, width);
  const { values, vectors } = symmetricEigen(small, width);
  multiplyRows(basis, usable, vectors, width);
  const directions = new Float32Array(columnCount * dimensions);
  for (let column = 0; column < columnCount; column++) {
    const from = placeOf[column] * width;
    if (from >= 0) directions.set(basis.subarray(from, from + dimensions), column * dimensions);
  }
  const singularValues = Float32Array.from(values.subarray(0, dimensions), (value) =>
    Math.sqrt(Math.max(0, value)),
  );
  return { dimensions, columnCount, weights, directions, singularValues };
}

/** Writes the unit vector of a bag of columns to `into` at `at`; zero if no column is known. Ignores negative columns. */
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

function weighted(
  { rowCount, offsets, columns, values }: SparseRows,
  weights: Float32Array,
  placeOf: Int32Array,
  columnCount: number,
): Sparse {
  const own = {
    offsets: new Int32Array(rowCount + 1),
    columns: columns.slice(),
    values: values.slice(),
  };
  let length = 0;
  for (let row = 0; row < rowCount; row++) {
    const start = length;
    let norm = 0;
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const value = weights[columns[at]] * values[at];
      if (value === 0) continue;
      norm += value * value;
      own.columns[length] = placeOf[columns[at]];
      own.values[length++] = value;
    }
    const scale = 1 / Math.sqrt(norm);
    for (let at = start; at < length; at++) own.values[at] *= scale;
    own.offsets[row + 1] = length;
  }
  return { ...own, columnCount };
}

type Sparse = Omit<SparseRows, 'rowCount'>;

function transposed({ offsets, columns, values, columnCount }: Sparse): Sparse {
  const rowCount = offsets.length - 1;
  const length = offsets[rowCount];
  const starts = new Int32Array(columnCount + 1);
  for (let at = 0; at < length; at++) starts[columns[at] + 1]++;
  for (let column = 0; column < columnCount; column++) starts[column + 1] += starts[column];
  const next = starts.slice();
  const own = { columns: new Int32Array(length), values: new Float32Array(length) };
  for (let row = 0; row < rowCount; row++)
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const to = next[columns[at]]++;
      own.columns[to] = row;
      own.values[to] = values[at];
    }
  return { ...own, offsets: starts, columnCount: rowCount };
}

function times(sparse: Sparse, dense: Float32Array, width: number): Float32Array {
  const product = new Float32Array((sparse.offsets.length - 1) * width);
  sparseProductsWith(dense, width)(sparse, (row, products, at) =>
    product.set(products.subarray(at, at + width), row * width),
  );
  return product;
}
