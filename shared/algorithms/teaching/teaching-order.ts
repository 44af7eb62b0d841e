import type { Vectors } from '../moves/clusters/sentence-vectors.ts';
import { dot, sphericalKMeans } from '../moves/clusters/spherical-k-means.ts';
import { createRandom } from '../random/random.ts';

export interface FineClusters {
  readonly count: number;
  readonly of: Int32Array;
  readonly closeness: Float32Array;
  readonly turns: readonly Int32Array[];
}

const MOST_CLUSTERS = 250;
const TURNS_PER_CLUSTER = 12;
/** The smallest cluster to ask about as a whole. Turns in smaller clusters are asked about one by one. */
const LEAST_CLUSTER = 5;

export function fineClusters(vectors: Vectors, seed: number): FineClusters {
  const wanted = Math.max(2, Math.min(MOST_CLUSTERS, Math.floor(vectors.count / TURNS_PER_CLUSTER)));
  const { count, of, centres } = sphericalKMeans(vectors, wanted, createRandom(seed));
  const { dimensions, values } = vectors;
  const closeness = Float32Array.from(of, (cluster, row) =>
    cluster < 0 ? 0 : dot(values, row * dimensions, centres, cluster * dimensions, dimensions),
  );
  const turns = Array.from({ length: count }, (): number[] => []);
  for (const [row, cluster] of of.entries()) if (cluster >= 0) turns[cluster].push(row);
  return {
    count,
    of,
    closeness,
    turns: turns.map((rows) => Int32Array.from(rows.sort((a, b) => closeness[b] - closeness[a] || a - b))),
  };
}

/** Returns the uncertainty of each row: 1 if two moves are equally likely, 0 if one is certain. */
export function unsureness(sure: Float64Array, moves: number): Float64Array {
  return Float64Array.from({ length: sure.length / Math.max(1, moves) }, (_, row) => {
    let first = 0;
    let second = 0;
    for (let at = row * moves; at < (row + 1) * moves; at++) {
      if (sure[at] > first) {
        second = first;
        first = sure[at];
      } else if (sure[at] > second) second = sure[at];
    }
    return 1 - first + second;
  });
}

export const likeliest = (sure: Float64Array, moves: number): Int32Array =>
  Int32Array.from({ length: sure.length / Math.max(1, moves) }, (_, row) => {
    const own = sure.subarray(row * moves, (row + 1) * moves);
    return own.indexOf(Math.max(...own));
  });

/** The least mean cosine of similar turns to their center, if their moves are unknown. */
const LEAST_CLOSENESS = 0.7;
/** If the moves of similar turns are known, the least share that must have the same likeliest move. */
const LEAST_AGREED = 0.8;

/**
 * Returns the turns that one answer can cover; empty if the turns differ.
 * `guess` has the most likely move by turn; −1 if unknown.
 */
export function alikeTurns(
  { closeness }: Pick<FineClusters, 'closeness'>,
  rows: readonly number[],
  guess: Int32Array | null,
): readonly number[] {
  if (rows.length === 0) return rows;
  if (!guess) {
    const mean = rows.reduce((sum, row) => sum + closeness[row], 0) / rows.length;
    return mean >= LEAST_CLOSENESS ? rows : [];
  }
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(guess[row], (counts.get(guess[row]) ?? 0) + 1);
  const [move, count] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
  return count >= LEAST_AGREED * rows.length ? rows.filter((row) => guess[row] === move) : [];
}

type Question =
  | { readonly kind: 'cluster'; readonly cluster: number; readonly worth: number }
  | { readonly kind: 'turn'; readonly row: number; readonly worth: number };

/**
 * Returns clusters with many uncertain turns first, then turns by uncertainty and number of similar turns.
 * By turn: `unsure` is 1 before any answer, `answered` 1 for an answered turn, `guess` null if unknown.
 */
export function nextQuestions(
  clusters: FineClusters,
  unsure: Float64Array,
  answered: Uint8Array,
  wanted: number,
  guess: Int32Array | null = null,
): Question[] {
  const answers = new Int32Array(clusters.count);
  for (const [row, cluster] of clusters.of.entries()) if (cluster >= 0) answers[cluster] += answered[row];
  const questions: Question[] = [];
  for (const [cluster, rows] of clusters.turns.entries()) {
    if (rows.length === 0) continue;
    const open = Array.from(rows).filter((row) => answered[row] === 0);
    if (open.length === 0) continue;
    const sum = open.reduce((total, row) => total + unsure[row], 0);
    if (
      answers[cluster] === 0 &&
      rows.length >= LEAST_CLUSTER &&
      alikeTurns(clusters, open, guess).length > 1
    ) {
      questions.push({ kind: 'cluster', cluster, worth: sum });
      continue;
    }
    // One turn per cluster: the most uncertain, since the others change with its answer.
    const row = open.reduce((best, other) => (unsure[other] > unsure[best] ? other : best));
    questions.push({ kind: 'turn', row, worth: unsure[row] * Math.sqrt(sum) });
  }
  return questions.sort((a, b) => b.worth - a.worth).slice(0, wanted);
}
