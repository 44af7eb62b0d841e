import type { Role } from '#shared/domain/dialogue.ts';
import { createRandom } from '../../random/random.ts';
import { agglomerate, groupsOf, type MergeTree, nodesOfCut } from '../clusters/merge-tree.ts';
import type { Vectors } from '../clusters/sentence-vectors.ts';
import { dot, eachCosine, meansOf, sphericalKMeans } from '../clusters/spherical-k-means.ts';
import {
  baseShares,
  comparedShares,
  countNeighbours,
  type Neighbours,
  neighboursOf,
  sharesOf,
} from './neighbours.ts';

export interface RoleTurns {
  readonly role: Role;
  readonly turns: Int32Array;
  readonly vectors: Vectors;
}

interface ClusteredRole extends RoleTurns {
  readonly leafOf: Int32Array;
  readonly tree: MergeTree;
}

const FINE_CLUSTERS = 250;
/** The least average number of turns in a fine cluster. */
const TURNS_PER_CLUSTER = 8;
const SHRINK = 2;
const WEIGHTS = { words: 0.02, context: 0.98 };
const EM_ITERATIONS = 6;
const COSINE_WEIGHT = 10;

export function clusterByContext(
  roles: readonly RoleTurns[],
  dialogues: Int32Array,
  moves: number,
  seed: number,
): ClusteredRole[] {
  const random = createRandom(seed);
  const fine = roles.map((role) => {
    const wanted = Math.min(FINE_CLUSTERS, Math.ceil(role.turns.length / TURNS_PER_CLUSTER));
    return { ...role, ...sphericalKMeans(role.vectors, wanted, random) };
  });
  let groups = fine.map(({ of, count }) => ({ of: of as ArrayLike<number>, count }));
  let trees: MergeTree[] = [];
  for (let pass = 0; pass < 2; pass++) {
    const { neighbours, kinds } = allNeighbours(roles, groups, dialogues);
    trees = fine.map(({ turns, vectors, of, count }) =>
      mergeClusters(vectors, of, count, turns, neighbours, kinds),
    );
    groups = trees.map((tree, at) => {
      const nodes = nodesOfCut(tree, moves);
      const groupOf = groupsOf(tree, nodes);
      return { of: fine[at].of.map((leaf) => (leaf < 0 ? -1 : groupOf[leaf])), count: nodes.length };
    });
  }
  return fine.map(({ role, turns, vectors, of }, at) => ({
    role,
    turns,
    vectors,
    leafOf: of,
    tree: trees[at],
  }));
}

function allNeighbours(
  roles: readonly RoleTurns[],
  groups: readonly { readonly of: ArrayLike<number>; readonly count: number }[],
  dialogues: Int32Array,
): { neighbours: Neighbours; kinds: number } {
  const all = new Int32Array(dialogues.length).fill(-1);
  let first = 0;
  for (const [at, { turns }] of roles.entries()) {
    for (let index = 0; index < turns.length; index++)
      if (groups[at].of[index] >= 0) all[turns[index]] = first + groups[at].of[index];
    first += groups[at].count;
  }
  return { neighbours: neighboursOf(all, dialogues), kinds: first + 1 };
}

/** Merges clusters by Ward's distance of their means and the divergence of their neighbors. */
function mergeClusters(
  vectors: Vectors,
  of: ArrayLike<number>,
  count: number,
  turns: ArrayLike<number>,
  neighbours: Neighbours,
  kinds: number,
): MergeTree {
  const { dimensions } = vectors;
  const means = meansOf(vectors, of, count, true);
  const sizes = new Float64Array(count);
  for (let at = 0; at < turns.length; at++) if (of[at] >= 0) sizes[of[at]]++;
  const counts = countNeighbours(turns, of, count, neighbours, kinds);
  const before = comparedShares(counts.before, kinds, SHRINK);
  const after = comparedShares(counts.after, kinds, SHRINK);
  const weight = (a: number, b: number): number => (2 * sizes[a] * sizes[b]) / (sizes[a] + sizes[b]);
  const scale = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, count);
  const costOf = (a: number, b: number, divergence: number): number => {
    let distance = 0;
    for (let d = 0; d < dimensions; d++)
      distance += (means[a * dimensions + d] - means[b * dimensions + d]) ** 2;
    const size = Math.sqrt(weight(a, b) / scale);
    return WEIGHTS.words * size * Math.sqrt(distance) + WEIGHTS.context * size * divergence;
  };
  return agglomerate({
    count,
    cost: (a, b) => costOf(a, b, before.divergence(a, b) + after.divergence(a, b)),
    leastCost: (a, b) => costOf(a, b, before.leastDivergence(a, b) + after.leastDivergence(a, b)),
    unite(a, b) {
      const sum = sizes[a] + sizes[b];
      blend(means, dimensions, a, b, sizes[a] / sum);
      before.unite(a, b, sizes[a] / sum);
      after.unite(a, b, sizes[a] / sum);
      sizes[a] = sum;
    },
  });
}

function blend(rows: Float32Array, width: number, a: number, b: number, share: number): void {
  for (let at = 0; at < width; at++)
    rows[a * width + at] = share * rows[a * width + at] + (1 - share) * rows[b * width + at];
}

interface RoleMoves {
  readonly of: Int32Array;
  readonly confidence: Float32Array;
  readonly closeness: Float32Array;
}

/**
 * Returns the moves of all turns at a cut, starting with the clusters. Six times, each turn gets the move with the
 * highest 10 cos(x, mean) + Σ ln P(neighbor | move) / P(neighbor). This needs the next turn, so it works for pictures,
 * not for routing.
 */
export function settleMoves(
  clustered: readonly ClusteredRole[],
  dialogues: Int32Array,
  cuts: readonly (readonly number[])[],
): RoleMoves[] {
  let groups = clustered.map(({ leafOf, tree }, at): SettledGroups => {
    const groupOf = groupsOf(tree, cuts[at]);
    return {
      of: leafOf.map((leaf) => (leaf < 0 ? -1 : groupOf[leaf])),
      count: cuts[at].length,
      confidence: new Float32Array(leafOf.length),
    };
  });
  for (let iteration = 0; iteration < EM_ITERATIONS; iteration++) {
    const { neighbours, kinds } = allNeighbours(clustered, groups, dialogues);
    const isLast = iteration === EM_ITERATIONS - 1;
    groups = clustered.map((role, at) => reassign(role, groups[at], neighbours, kinds, isLast));
  }
  return clustered.map(({ vectors: { values, dimensions }, vectors }, at) => {
    const { of, count, confidence } = groups[at];
    const means = meansOf(vectors, of, count, true);
    const closeness = new Float32Array(of.length);
    for (let row = 0; row < of.length; row++)
      if (of[row] >= 0)
        closeness[row] = dot(values, row * dimensions, means, of[row] * dimensions, dimensions);
    return { of, confidence, closeness };
  });
}

interface SettledGroups {
  readonly of: Int32Array;
  readonly count: number;
  readonly confidence: Float32Array;
}

function reassign(
  { vectors, turns }: RoleTurns,
  { of, count }: SettledGroups,
  neighbours: Neighbours,
  kinds: number,
  wantsConfidence: boolean,
): SettledGroups {
  const confidence = new Float32Array(turns.length);
  const scores = new Float64Array(count);
  const means = meansOf(vectors, of, count, true);
  const counts = countNeighbours(turns, of, count, neighbours, kinds);
  const before = logRatios(counts.before, kinds);
  const after = logRatios(counts.after, kinds);
  const next = of.slice();
  eachCosine(vectors, means, (at, cosines, from) => {
    if (of[at] < 0) return;
    const previousKind = neighbours.before[turns[at]];
    const nextKind = neighbours.after[turns[at]];
    let bestScore = -Infinity;
    for (let move = 0; move < count; move++) {
      const score =
        COSINE_WEIGHT * cosines[from + move] +
        (previousKind < 0 ? 0 : before[move * kinds + previousKind]) +
        (nextKind < 0 ? 0 : after[move * kinds + nextKind]);
      scores[move] = score;
      if (score > bestScore) {
        bestScore = score;
        next[at] = move;
      }
    }
    if (!wantsConfidence) return;
    let sum = 0;
    for (let move = 0; move < count; move++) sum += Math.exp(scores[move] - bestScore);
    confidence[at] = 1 / sum;
  });
  return { of: next, count, confidence };
}

function logRatios(counts: Float64Array, kinds: number): Float64Array {
  const base = baseShares(counts, kinds);
  return sharesOf(counts, kinds, SHRINK).map((share, at) =>
    base[at % kinds] === 0 ? 0 : Math.log(share / base[at % kinds]),
  );
}
