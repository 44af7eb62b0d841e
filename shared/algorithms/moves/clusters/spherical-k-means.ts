import type { Random } from '../../random/random.ts';
import { normalise } from '../../retrieval/dense/lsa.ts';
import { eachProduct, type Numbers, productsWith } from '../../retrieval/dense/matrix-product.ts';
import { isZero, type Vectors } from './sentence-vectors.ts';

const SAMPLE = 10_000;
const ITERATIONS = 8;

export interface Clusters {
  readonly count: number;
  readonly of: Int32Array;
  readonly centres: Float32Array;
}

/** Spherical k-means (Dhillon & Modha 2001) with k-means++. Empty clusters are dropped; ties go to the smaller number. */
export function sphericalKMeans(vectors: Vectors, wanted: number, random: Random): Clusters {
  const { dimensions } = vectors;
  let known: number[] = [];
  for (let row = 0; row < vectors.count; row++) if (!isZero(vectors, row)) known.push(row);
  if (known.length > SAMPLE)
    known = random
      .shuffle(known)
      .slice(0, SAMPLE)
      .sort((a, b) => a - b);
  let centres = firstCentres(vectors, known, Math.min(wanted, known.length), random);
  const sample = new Float32Array(known.length * dimensions);
  for (const [at, row] of known.entries())
    sample.set(vectors.values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  const of = new Int32Array(known.length);
  const sampled = { dimensions, count: known.length, values: sample };
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const changed = assignNearest(sampled, centres, of);
    centres = meansOf(sampled, of, centres.length / dimensions, true);
    if (changed === 0) break;
  }
  const all = new Int32Array(vectors.count);
  assignNearest(vectors, centres, all);
  return withoutEmpty(all, centres, dimensions);
}

function firstCentres(
  vectors: Vectors,
  rows: readonly number[],
  wanted: number,
  random: Random,
): Float32Array {
  const { dimensions, values } = vectors;
  const centres = new Float32Array(wanted * dimensions);
  const far = new Float64Array(rows.length).fill(1);
  const cosines = new Float32Array(rows.length);
  const multiply = productsWith({ values, width: dimensions }, rows);
  let total = rows.length;
  for (let centre = 0; centre < wanted; centre++) {
    let left = random.next() * total;
    let chosen = rows.length - 1;
    for (let at = 0; at < rows.length; at++) {
      left -= far[at];
      if (left < 0) {
        chosen = at;
        break;
      }
    }
    const from = rows[chosen] * dimensions;
    centres.set(values.subarray(from, from + dimensions), centre * dimensions);
    total = 0;
    multiply(centres.subarray(centre * dimensions, (centre + 1) * dimensions), cosines);
    for (let at = 0; at < rows.length; at++) {
      far[at] = Math.min(far[at], Math.max(0, 1 - cosines[at]));
      total += far[at];
    }
  }
  return centres;
}

function assignNearest(vectors: Vectors, centres: Float32Array, of: Int32Array): number {
  const count = centres.length / vectors.dimensions;
  let changed = 0;
  eachCosine(vectors, centres, (at, cosines, from) => {
    let best = -1;
    if (!isZero(vectors, at)) {
      best = 0;
      for (let centre = 1; centre < count; centre++)
        if (cosines[from + centre] > cosines[from + best]) best = centre;
    }
    if (of[at] !== best) changed++;
    of[at] = best;
  });
  return changed;
}

/** Computes the products of all vectors with all centers. `visit` gets a vector and where its products start. */
export function eachCosine(
  { dimensions, count, values }: Vectors,
  centres: Float32Array,
  visit: (at: number, cosines: Numbers, from: number) => void,
): void {
  const wanted = centres.length / dimensions;
  const columns = Float32Array.from(
    { length: centres.length },
    (_, at) => centres[(at % wanted) * dimensions + Math.floor(at / wanted)],
  );
  eachProduct({ values, count, width: dimensions }, columns, wanted, visit);
}

export function meansOf(vectors: Vectors, of: ArrayLike<number>, count: number, unit: boolean): Float32Array {
  const sums = createMeans(count);
  sums.add(vectors, of);
  return sums.means(unit);
}

/** Adds vectors in parts. */
export function createMeans(count: number) {
  let dimensions = 0;
  let means = new Float32Array(0);
  const sizes = new Int32Array(count);
  return {
    add({ values, count: rows, ...vectors }: Vectors, of: ArrayLike<number>): void {
      if (dimensions === 0) means = new Float32Array(count * vectors.dimensions);
      dimensions = vectors.dimensions;
      for (let row = 0; row < rows; row++) {
        const cluster = of[row];
        if (cluster < 0) continue;
        sizes[cluster]++;
        for (let d = 0; d < dimensions; d++) means[cluster * dimensions + d] += values[row * dimensions + d];
      }
    },
    means(unit: boolean): Float32Array {
      for (let cluster = 0; cluster < count; cluster++) {
        if (unit) normalise(means, cluster * dimensions, dimensions);
        else if (sizes[cluster] > 0)
          for (let d = 0; d < dimensions; d++) means[cluster * dimensions + d] /= sizes[cluster];
      }
      return means;
    },
  };
}

function withoutEmpty(of: Int32Array, centres: Float32Array, dimensions: number): Clusters {
  const used = new Map<number, number>();
  for (const cluster of [...new Set(of)].sort((a, b) => a - b))
    if (cluster >= 0) used.set(cluster, used.size);
  const kept = new Float32Array(used.size * dimensions);
  for (const [from, to] of used)
    kept.set(centres.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions);
  return { count: used.size, of: of.map((cluster) => used.get(cluster) ?? -1), centres: kept };
}

export function dot(a: Float32Array, from: number, b: Float32Array, at: number, dimensions: number): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += a[from + d] * b[at + d];
  return sum;
}
