import type { Random } from '../../random/random.ts';
import { orthonormalise } from './dense-algebra.ts';
import { gaussian, normalise } from './lsa.ts';

/** Row vectors times a matrix: `rows` numbers in, `columns` out. */
export interface LinearMap {
  readonly rows: number;
  readonly columns: number;
  /** length = rows · columns, row-major */
  readonly values: Float32Array;
}

/** Vectors of one length, row-major. */
export interface Vectors {
  readonly dimensions: number;
  readonly vectors: Float32Array;
}

/** Rows that the directions of a map are found on at most. */
const FITTING_ROWS = 4000;

/**
 * The map that keeps dot products, but `scale`² times as large, if `columns` are enough for that; otherwise
 * as nearly as possible (the subspace of the largest singular values, by subspace iteration).
 */
export function principalMap(
  { dimensions, vectors }: Vectors,
  columns: number,
  scale: number,
  random: Random,
): LinearMap {
  const width = Math.min(columns, dimensions);
  const basis = new Float64Array(dimensions * width);
  if (width === dimensions) for (let d = 0; d < dimensions; d++) basis[d * width + d] = 1;
  else {
    const rowCount = vectors.length / dimensions;
    const size = Math.min(rowCount, FITTING_ROWS);
    for (let at = 0; at < basis.length; at++) basis[at] = gaussian(() => random.next());
    for (let iteration = 0; iteration < 4; iteration++) {
      orthonormalise(basis, dimensions, width);
      const image = new Float64Array(basis.length);
      const along = new Float64Array(width);
      for (let row = 0; row < size; row++) {
        const at = Math.floor((row * rowCount) / size) * dimensions;
        along.fill(0);
        for (let d = 0; d < dimensions; d++)
          for (let k = 0; k < width; k++) along[k] += vectors[at + d] * basis[d * width + k];
        for (let d = 0; d < dimensions; d++)
          for (let k = 0; k < width; k++) image[d * width + k] += vectors[at + d] * along[k];
      }
      basis.set(image);
    }
    orthonormalise(basis, dimensions, width);
  }
  return { rows: dimensions, columns: width, values: Float32Array.from(basis, (value) => scale * value) };
}

/** into += vector · matrix */
export function applyMap(
  { rows, columns, values }: LinearMap,
  vectors: Float32Array,
  from: number,
  into: Float32Array,
  at: number,
): void {
  for (let row = 0; row < rows; row++) {
    const value = vectors[from + row];
    if (value === 0) continue;
    for (let d = 0; d < columns; d++) into[at + d] += value * values[row * columns + d];
  }
}

/** Every vector through the map, brought to length 1. */
export function mapped(map: LinearMap, { dimensions, vectors }: Vectors): Vectors {
  const count = dimensions === 0 ? 0 : vectors.length / dimensions;
  const into = new Float32Array(count * map.columns);
  for (let row = 0; row < count; row++) {
    applyMap(map, vectors, row * dimensions, into, row * map.columns);
    normalise(into, row * map.columns, map.columns);
  }
  return { dimensions: map.columns, vectors: into };
}
