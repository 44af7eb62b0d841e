import type { Vectors } from './sentence-vectors.ts';
import { dot } from './spherical-k-means.ts';

interface NearestMove {
  readonly move: number;
  readonly cosine: number;
  readonly next: number;
}

export function nearestMove({ values, dimensions }: Vectors, row: number, means: Float32Array): NearestMove {
  let move = -1;
  let cosine = -1;
  let next = -1;
  for (let at = 0; at < means.length / dimensions; at++) {
    const similarity = dot(values, row * dimensions, means, at * dimensions, dimensions);
    if (similarity > cosine || move < 0) {
      next = move < 0 ? -1 : cosine;
      cosine = similarity;
      move = at;
    } else if (similarity > next) next = similarity;
  }
  return { move, cosine, next };
}

export function standingOf(
  { values, dimensions }: Vectors,
  row: number,
  means: Float32Array,
  move: number,
  nearest: NearestMove,
): { readonly closeness: number; readonly margin: number } {
  const closeness = dot(values, row * dimensions, means, move * dimensions, dimensions);
  return { closeness, margin: closeness - (nearest.move === move ? nearest.next : nearest.cosine) };
}
