import type { Vectors } from './sentence-vectors.ts';
import { dot } from './spherical-k-means.ts';

interface NearestMove {
  readonly move: number;
  readonly cosine: number;
  /** The highest cosine to another move; −1 if there is none. */
  readonly next: number;
}

/** Returns the move with the nearest mean; ties go to the smaller number. */
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

/** Returns the cosine of a vector to one move, and its margin over all others. */
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
