import { agglomerate, groupsOf, type MergeTree, nodesOfCut } from '../moves/clusters/merge-tree.ts';
import { nearestMove } from '../moves/clusters/nearest-moves.ts';
import { isZero, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { dot, meansOf, sphericalKMeans } from '../moves/clusters/spherical-k-means.ts';
import { createRandom } from '../random/random.ts';

const fineClusters = (dialogues: number): number =>
  Math.max(20, Math.min(120, Math.round(Math.sqrt(4 * dialogues))));
const STARTS = 4;
/** The number of topics for comparing starts. */
const COMPARED_TOPICS = 14;
const SETTLING_ROUNDS = 6;

export interface TopicTree {
  /** By dialogue; −1 if its vector is zero. */
  readonly leafOf: Int32Array;
  readonly tree: MergeTree;
}

/**
 * Fine clusters of dialogues, merged by Ward's rule (1963). Of several starts of k-means the one whose topics hold their
 * dialogues closest: which start that is depends less on the seed than any one start does.
 */
export function growTopicTree(vectors: Vectors, seed: number): TopicTree {
  const random = createRandom(seed);
  let best: TopicTree | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < STARTS; start++) {
    const { of, count } = sphericalKMeans(vectors, fineClusters(vectors.count), random);
    const tree = { leafOf: of, tree: mergeByWard(vectors, of, count) };
    const closeness = settleTopics(vectors, tree, COMPARED_TOPICS).closeness.reduce(
      (sum, own) => sum + own,
      0,
    );
    if (best && closeness <= most) continue;
    best = tree;
    most = closeness;
  }
  return best as TopicTree;
}

function mergeByWard(vectors: Vectors, of: Int32Array, count: number): MergeTree {
  const { dimensions } = vectors;
  const means = Float64Array.from(meansOf(vectors, of, count, false));
  const sizes = new Float64Array(count);
  for (const cluster of of) if (cluster >= 0) sizes[cluster]++;
  return agglomerate({
    count,
    cost(a, b) {
      let distance = 0;
      for (let d = 0; d < dimensions; d++)
        distance += (means[a * dimensions + d] - means[b * dimensions + d]) ** 2;
      return ((sizes[a] * sizes[b]) / (sizes[a] + sizes[b])) * distance;
    },
    unite(a, b) {
      const total = sizes[a] + sizes[b];
      for (let d = 0; d < dimensions; d++)
        means[a * dimensions + d] =
          (sizes[a] * means[a * dimensions + d] + sizes[b] * means[b * dimensions + d]) / total;
      sizes[a] = total;
    },
  });
}

/** Topics at a cut of the tree. */
export interface SettledTopics {
  /** The nodes that they are. */
  readonly cut: readonly number[];
  /** By dialogue, its index in the cut; −1 for none. */
  readonly of: Int32Array;
  /** Cosine of each dialogue to the mean of its topic. */
  readonly closeness: Float32Array;
  /** Unit vectors, row-major. */
  readonly means: Float32Array;
}

/** A dialogue less similar to its topic than this is about something else. */
const LEAST_COSINE = 0.2;

/** The topics at a cut: every dialogue goes to the nearest mean, means follow, several times. */
export function settleTopics(vectors: Vectors, { leafOf, tree }: TopicTree, topics: number): SettledTopics {
  const cut = nodesOfCut(tree, topics);
  const groups = groupsOf(tree, cut);
  const of = leafOf.map((leaf) => (leaf < 0 ? -1 : groups[leaf]));
  const closeness = new Float32Array(vectors.count);
  let means = meansOf(vectors, of, cut.length, true);
  for (let round = 0; round < SETTLING_ROUNDS; round++) {
    for (let row = 0; row < vectors.count; row++) {
      if (isZero(vectors, row)) continue;
      const { move, cosine } = nearestMove(vectors, row, means);
      of[row] = move;
      closeness[row] = cosine;
    }
    means = meansOf(vectors, of, cut.length, true);
  }
  for (const [row, cosine] of closeness.entries()) if (cosine < LEAST_COSINE) of[row] = -1;
  return { cut, of, closeness, means };
}

const FEWEST = 5;
const MOST = 20;
/** Topics whose means have a higher cosine are the same. */
const MOST_ALIKE = 0.45;
/** The least share and number of dialogues of a topic. */
const LEAST_SHARE = 0.01;
const LEAST_DIALOGUES = 8;

/** Returns the largest number of topics, of 5 to 20, that are distinct and not tiny; 5 if there is none. */
export function settleApart(vectors: Vectors, tree: TopicTree): SettledTopics {
  const least = Math.max(LEAST_DIALOGUES, LEAST_SHARE * vectors.count);
  for (let topics = MOST; topics > FEWEST; topics--) {
    const settled = settleTopics(vectors, tree, topics);
    const sizes = new Int32Array(settled.cut.length);
    for (const topic of settled.of) if (topic >= 0) sizes[topic]++;
    if (sizes.every((size) => size >= least) && mostAlike(settled.means, vectors.dimensions) <= MOST_ALIKE)
      return settled;
  }
  return settleTopics(vectors, tree, FEWEST);
}

function mostAlike(means: Float32Array, dimensions: number): number {
  let most = -1;
  for (let a = 0; a < means.length; a += dimensions)
    for (let b = a + dimensions; b < means.length; b += dimensions)
      most = Math.max(most, dot(means, a, means, b, dimensions));
  return most;
}
