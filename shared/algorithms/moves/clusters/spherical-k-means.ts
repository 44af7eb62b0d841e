import type { Random } from '../../random/random.ts';
import { normalise } from '../../retrieval/dense/lsa.ts';
import { isZero, type Vectors } from './sentence-vectors.ts';

/** The vectors used to find centers. Afterwards all vectors go to the nearest center. */
const SAMPLE = 10_000;
const ITERATIONS = 8;

export interface Clusters {
  readonly count: number;
  /** By vector; −1 for a zero vector. */
  readonly of: Int32Array;
  /** Unit vectors, row-major. */
  readonly centres: Float32Array;
}

/** Spherical k-means (Dhillon & Modha 2001) with k-means++. Empty clusters are dropped. Ties: the smaller number. */
export function sphericalKMeans(vectors: Vectors, wanted: number, random: Random): Clusters {
  const { dimensions } = vectors;
  let known = Array.from({ length: vectors.count }, (_, row) => row).filter((row) => !isZero(vectors, row));
  if (known.length > SAMPLE)
    known = random
      .shuffle(known)
      .slice(0, SAMPLE)
      .sort((a, b) => a - b);
  let centres = firstCentres(vectors, known, Math.min(wanted, known.length), random);
  const sample = Float32Array.from(
    { length: known.length * dimensions },
    (_, at) => vectors.values[known[Math.floor(at / dimensions)] * dimensions + (at % dimensions)],
  );
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
    for (let at = 0; at < rows.length; at++) {
      const cosine = dot(values, rows[at] * dimensions, centres, centre * dimensions, dimensions);
      far[at] = Math.min(far[at], Math.max(0, 1 - cosine));
      total += far[at];
    }
  }
  return centres;
}

/** Assigns each vector to the nearest center, −1 for zero vectors. Four at a time, which is faster. @returns changes */
function assignNearest(vectors: Vectors, centres: Float32Array, of: Int32Array): number {
  const { dimensions, values } = vectors;
  const count = centres.length / dimensions;
  const cosines = new Float64Array(count + 3);
  const row = new Float64Array(dimensions);
  // Rows of zeros fill the last four.
  const padded = new Float64Array((count + 3) * dimensions);
  padded.set(centres);
  let changed = 0;
  for (let at = 0; at < vectors.count; at++) {
    let best = -1;
    if (!isZero(vectors, at)) {
      for (let d = 0; d < dimensions; d++) row[d] = values[at * dimensions + d];
      fourByFour(row, padded, count, cosines);
      best = 0;
      for (let centre = 1; centre < count; centre++) if (cosines[centre] > cosines[best]) best = centre;
    }
    if (of[at] !== best) changed++;
    of[at] = best;
  }
  return changed;
}

function fourByFour(row: Float64Array, centres: Float64Array, count: number, cosines: Float64Array): void {
  const dimensions = row.length;
  for (let centre = 0; centre < count; centre += 4) {
    const a = centre * dimensions;
    const b = a + dimensions;
    const c = b + dimensions;
    const e = c + dimensions;
    let [sumA, sumB, sumC, sumE] = [0, 0, 0, 0];
    for (let d = 0; d < dimensions; d++) {
      const x = row[d];
      sumA += x * centres[a + d];
      sumB += x * centres[b + d];
      sumC += x * centres[c + d];
      sumE += x * centres[e + d];
    }
    cosines[centre] = sumA;
    cosines[centre + 1] = sumB;
    cosines[centre + 2] = sumC;
    cosines[centre + 3] = sumE;
  }
}

/** The means of clusters, at unit length where asked; that of an empty one is zero. */
export function meansOf(vectors: Vectors, of: ArrayLike<number>, count: number, unit: boolean): Float32Array {
  const { dimensions, values } = vectors;
  const means = new Float32Array(count * dimensions);
  const sizes = new Int32Array(count);
  for (let row = 0; row < vectors.count; row++) {
    const cluster = of[row];
    if (cluster < 0) continue;
    sizes[cluster]++;
    for (let d = 0; d < dimensions; d++) means[cluster * dimensions + d] += values[row * dimensions + d];
  }
  for (let cluster = 0; cluster < count; cluster++) {
    if (unit) normalise(means, cluster * dimensions, dimensions);
    else if (sizes[cluster] > 0)
      for (let d = 0; d < dimensions; d++) means[cluster * dimensions + d] /= sizes[cluster];
  }
  return means;
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
