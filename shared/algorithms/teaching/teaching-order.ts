import type { Vectors } from '../moves/clusters/sentence-vectors.ts';
import { dot, sphericalKMeans } from '../moves/clusters/spherical-k-means.ts';
import { createRandom } from '../random/random.ts';

/** Rounds of one role in fine clusters, so that what is said of one is known of how many. */
export interface FineClusters {
  readonly count: number;
  /** By round; −1 for a round of which nothing is known. */
  readonly of: Int32Array;
  /** Cosine of a round to the middle of its cluster. */
  readonly closeness: Float32Array;
  /** Rounds of each cluster, the most central first. */
  readonly rounds: readonly Int32Array[];
}

const MOST_CLUSTERS = 250;
const ROUNDS_PER_CLUSTER = 12;
/** A cluster of fewer rounds is asked about round by round. */
const LEAST_CLUSTER = 5;

export function fineClusters(vectors: Vectors, seed: number): FineClusters {
  const wanted = Math.max(2, Math.min(MOST_CLUSTERS, Math.floor(vectors.count / ROUNDS_PER_CLUSTER)));
  const { count, of, centres } = sphericalKMeans(vectors, wanted, createRandom(seed));
  const { dimensions, values } = vectors;
  const closeness = Float32Array.from(of, (cluster, row) =>
    cluster < 0 ? 0 : dot(values, row * dimensions, centres, cluster * dimensions, dimensions),
  );
  const rounds = Array.from({ length: count }, (): number[] => []);
  for (const [row, cluster] of of.entries()) if (cluster >= 0) rounds[cluster].push(row);
  return {
    count,
    of,
    closeness,
    rounds: rounds.map((rows) => Int32Array.from(rows.sort((a, b) => closeness[b] - closeness[a] || a - b))),
  };
}

/** How unsure a row is: 1 where two moves are as likely, 0 where one is certain. */
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

/** The likeliest move of each row. */
export const likeliest = (sure: Float64Array, moves: number): Int32Array =>
  Int32Array.from({ length: sure.length / Math.max(1, moves) }, (_, row) => {
    const own = sure.subarray(row * moves, (row + 1) * moves);
    return own.indexOf(Math.max(...own));
  });

/** Rounds of a group look alike: so near to its middle on average, where nothing is known of their moves … */
const LEAST_CLOSENESS = 0.7;
/** … or else so large a share of them with the same likeliest move. */
const LEAST_AGREED = 0.8;

/**
 * The rounds of a group that one answer can speak of, in their order; none where they are not alike.
 * @param guess by round, the likeliest move, −1 where nothing is known
 */
export function alikeRounds(
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

/** What is worth asking next. */
type Question =
  | { readonly kind: 'cluster'; readonly cluster: number; readonly worth: number }
  | { readonly kind: 'round'; readonly row: number; readonly worth: number };

/**
 * The next questions about a role, the most worthwhile first: fine clusters of rounds that are alike, that nobody said
 * anything of while they hold many unsure rounds, and single rounds by how unsure they are and by how many are like them.
 * @param unsure by round; all 1 before anything was taught
 * @param answered 1 for a round that a person spoke of
 * @param guess by round, the likeliest move; null before anything is known
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
  for (const [cluster, rows] of clusters.rounds.entries()) {
    if (rows.length === 0) continue;
    const open = Array.from(rows).filter((row) => answered[row] === 0);
    if (open.length === 0) continue;
    const sum = open.reduce((total, row) => total + unsure[row], 0);
    if (
      answers[cluster] === 0 &&
      rows.length >= LEAST_CLUSTER &&
      alikeRounds(clusters, open, guess).length > 1
    ) {
      questions.push({ kind: 'cluster', cluster, worth: sum });
      continue;
    }
    // Of a cluster one round at a time: the most unsure, since the others change with its answer.
    const row = open.reduce((best, other) => (unsure[other] > unsure[best] ? other : best));
    questions.push({ kind: 'round', row, worth: unsure[row] * Math.sqrt(sum) });
  }
  return questions.sort((a, b) => b.worth - a.worth).slice(0, wanted);
}
