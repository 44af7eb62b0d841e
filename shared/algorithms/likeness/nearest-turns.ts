import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { buildBm25, scoreAll } from '../retrieval/words/bm25.ts';

interface NearTurn {
  readonly at: number;
  readonly share: number;
}

/**
 * Returns the nearest turns first, by cosine; ties go to the earlier turn. Exact, in time turns · dimensions.
 * `vectors` has length turns · dimensions, row-major; vectors of length 0 are unknown.
 */
export function nearestByVectors(
  vectors: Float32Array,
  query: Float32Array,
  { most, least, isWanted }: { readonly most: number; readonly least: number; isWanted(at: number): boolean },
): NearTurn[] {
  const dimensions = query.length;
  const turns = dimensions === 0 || most === 0 ? 0 : vectors.length / dimensions;
  const near: NearTurn[] = [];
  let bound = least;
  for (let at = 0; at < turns; at++) {
    if (!isWanted(at)) continue;
    const share = dot(vectors, at * dimensions, query);
    if (share < bound || (near.length >= most && share === bound)) continue;
    // Few are kept, and most turns are further away than all of them.
    let place = near.length;
    while (place > 0 && near[place - 1]!.share < share) place--;
    near.splice(place, 0, { at, share });
    if (near.length > most) near.pop();
    if (near.length === most) bound = Math.max(least, near[most - 1]!.share);
  }
  return near;
}

/** Four parallel sums, because a single sum would have to wait for itself. */
function dot(vectors: Float32Array, start: number, query: Float32Array): number {
  const dimensions = query.length;
  const whole = dimensions - (dimensions % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    a += vectors[start + at]! * query[at]!;
    b += vectors[start + at + 1]! * query[at + 1]!;
    c += vectors[start + at + 2]! * query[at + 2]!;
    d += vectors[start + at + 3]! * query[at + 3]!;
  }
  for (let at = whole; at < dimensions; at++) a += vectors[start + at]! * query[at]!;
  return a + b + (c + d);
}

/**
 * Returns the turns with the nearest words by BM25, nearest first; ties go to the earlier one. Linear in all words.
 * Shares are relative to the query's own score: about 1 for equal words.
 * `others` are further turns, so that rarity does not depend on few.
 */
export function nearestByWords(
  words: Int32Array,
  turns: readonly Int32Array[],
  others: readonly Int32Array[],
  least: number,
): NearTurn[] {
  if (words.length === 0) return [];
  const all = [...turns, words, ...others];
  const columns = 1 + all.reduce((most, row) => row.reduce((a, b) => Math.max(a, b), most), 0);
  const scores = scoreAll(buildBm25(countRows(all.length, columns, (row) => all[row])), words);
  const full = scores[turns.length];
  return turns
    .map((_, at) => ({ at, share: scores[at] / full }))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share || a.at - b.at);
}
