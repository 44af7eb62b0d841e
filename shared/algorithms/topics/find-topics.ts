import { comparePartitions } from '../agreement/partition-agreement.ts';
import { agglomerate, groupsOf, type MergeTree, nodesOfCut } from '../moves/clusters/merge-tree.ts';
import { nearestMove } from '../moves/clusters/nearest-moves.ts';
import { FITTED_ENCODER, isZero, projectionOf, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { dot, meansOf, sphericalKMeans } from '../moves/clusters/spherical-k-means.ts';
import { createRandom } from '../random/random.ts';
import { fitLsa, normalise } from '../retrieval/dense/lsa.ts';
import { countRows, type SparseRows } from '../retrieval/dense/sparse-rows.ts';
import type { TopicPhrase, TopicsModel } from './group-topics.ts';
import { countPhrases, keyPhrases, nameTopics } from './name-topics.ts';
import { KINDRED_ROWS, kindredOf } from './topic-words.ts';
import type { Phrase, TopicsCorpus } from './topics-corpus.ts';

const DIMENSIONS = 60;
const FITTED_DIALOGUES = 20_000;

/** Returns vectors of dialogues from phrases and related ones, by tf-idf and a truncated SVD. Zero without phrases. */
function phraseVectors({ dialogues, written }: TopicsCorpus, seed: number): Vectors {
  const columns = new Map<Phrase, number>(Array.from(written.keys(), (phrase, at) => [phrase, at]));
  const rowsOf = (some: readonly number[]): SparseRows => {
    const rows = countRows(some.length, columns.size + KINDRED_ROWS, (row) =>
      [...dialogues[some[row]].phrases].flatMap(([phrase, weight]) =>
        [columns.get(phrase) ?? -1, ...kindredOf(phrase).map((kin) => columns.size + kin)].flatMap((column) =>
          new Array<number>(2 * weight).fill(column),
        ),
      ),
    );
    return { ...rows, values: rows.values.map((halves) => Math.log2(1 + halves / 2)) };
  };
  const random = createRandom(seed);
  const all = Array.from(dialogues.keys());
  const fitted = all.length <= FITTED_DIALOGUES ? all : random.shuffle(all).slice(0, FITTED_DIALOGUES);
  const model = fitLsa(rowsOf(fitted), {
    dimensions: Math.min(DIMENSIONS, Math.max(2, Math.floor(dialogues.length / 4))),
    iterations: 4,
    minimumFrequency: 2,
    random: () => random.next(),
  });
  return projectionOf(model)(rowsOf(all));
}

/** Weight of a sentence encoder relative to phrases. */
const ENCODER_WEIGHT = 2;

/** Joins the vectors of phrases and of an encoder, without the part that all encoder vectors share. */
function withEncoded(phrases: Vectors, encoded: Vectors): Vectors {
  const own = phrases.dimensions;
  const dimensions = own + encoded.dimensions;
  const mean = new Float64Array(encoded.dimensions);
  for (const [at, value] of encoded.values.entries())
    mean[at % encoded.dimensions] += value / Math.max(1, encoded.count);
  const values = new Float32Array(phrases.count * dimensions);
  const row = new Float32Array(encoded.dimensions);
  for (let at = 0; at < phrases.count; at++) {
    if (isZero(encoded, at)) continue;
    for (let d = 0; d < row.length; d++) row[d] = encoded.values[at * row.length + d] - mean[d];
    normalise(row, 0, row.length);
    values.set(phrases.values.subarray(at * own, (at + 1) * own), at * dimensions);
    for (let d = 0; d < row.length; d++) values[at * dimensions + own + d] = ENCODER_WEIGHT * row[d];
    normalise(values, at * dimensions, dimensions);
  }
  return { dimensions, count: phrases.count, values };
}

const fineClusters = (dialogues: number): number =>
  Math.max(20, Math.min(120, Math.round(Math.sqrt(4 * dialogues))));
const STARTS = 4;
const COMPARED_TOPICS = 14;
const SETTLING_STEPS = 6;

interface TopicTree {
  readonly leafOf: Int32Array;
  readonly tree: MergeTree;
}

/**
 * Merges fine clusters by Ward's rule (1963). Uses the start of k-means with the closest topics, to depend less on the
 * seed.
 */
function growTopicTree(vectors: Vectors, seed: number): TopicTree {
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

interface SettledTopics {
  readonly cut: readonly number[];
  readonly of: Int32Array;
  readonly closeness: Float32Array;
  /** Unit vectors, row-major. */
  readonly means: Float32Array;
}

/** The least cosine to a topic. A less similar dialogue is about something else. */
const LEAST_COSINE = 0.2;

function settleTopics(vectors: Vectors, { leafOf, tree }: TopicTree, topics: number): SettledTopics {
  const cut = nodesOfCut(tree, topics);
  const groups = groupsOf(tree, cut);
  const of = leafOf.map((leaf) => (leaf < 0 ? -1 : groups[leaf]));
  const closeness = new Float32Array(vectors.count);
  let means = meansOf(vectors, of, cut.length, true);
  for (let step = 0; step < SETTLING_STEPS; step++) {
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
const MOST_ALIKE = 0.45;
const LEAST_SHARE = 0.01;
const LEAST_DIALOGUES = 8;

/** Returns the largest number of topics, 5 to 20, that are distinct and of sufficient size; otherwise 5. */
function settleApart(vectors: Vectors, tree: TopicTree): SettledTopics {
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

interface FindOptions {
  readonly topics: number | 'auto';
  readonly seed: number;
  readonly encoded?: { readonly name: string; readonly vectors: Vectors };
  readonly report?: (phase: string, done: number, total: number) => void;
}

interface FoundTopics {
  readonly model: TopicsModel;
  readonly units: Int32Array;
  readonly closeness: Float32Array;
  readonly vectors: Vectors;
}

const PHRASES_OF_A_UNIT = 24;
/** A topic's best phrase must be in at least this share of its dialogues. */
const LEAST_TOLD = 0.12;
const SHARE_OF_SAMPLES = 0.7;

/** Finds the topics of a corpus. Deterministic by seed. */
export function findTopics(corpus: TopicsCorpus, options: FindOptions): FoundTopics {
  const { topics, seed, encoded, report = () => undefined } = options;
  report('comparing dialogues', 0, 4);
  const phrases = phraseVectors(corpus, seed);
  const vectors = encoded ? withEncoded(phrases, encoded.vectors) : phrases;
  report('clustering dialogues', 1, 4);
  const grown = growTopicTree(vectors, seed);
  // The words determine how many are distinct, since an encoder's similarity has another scale.
  const wanted =
    topics === 'auto'
      ? settleApart(phrases, encoded ? growTopicTree(phrases, seed) : grown).cut.length
      : topics;
  const settled = onlyTelling(corpus, settleTopics(vectors, grown, wanted));
  report('measuring stability', 2, 4);
  const stability = stabilityOf(vectors, wanted, seed);
  report('naming the topics', 3, 4);
  const names = nameTopics(corpus, grown.tree, settled.cut, grown.leafOf, settled.of);
  const { units, of } = unitsOf(settled, grown.leafOf);
  return {
    model: {
      encoder: encoded?.name ?? FITTED_ENCODER,
      stability,
      seed,
      tree: grown.tree,
      names,
      cut: settled.cut,
      units,
      phrases: phrasesOfUnits(corpus, of, units.length),
    },
    units: of,
    closeness: settled.closeness,
    vectors,
  };
}

function onlyTelling(corpus: TopicsCorpus, settled: SettledTopics): SettledTopics {
  const all = countPhrases(corpus, corpus.dialogues.keys());
  const tells = settled.cut.map((_, topic) => {
    const members = [...settled.of.keys()].filter((at) => settled.of[at] === topic);
    const own = countPhrases(corpus, members);
    const [best] = keyPhrases(corpus, own, members.length, all);
    return best !== undefined && (own.get(best.phrase) ?? 0) >= LEAST_TOLD * members.length;
  });
  const kept = tells.flatMap((isTopic, topic) => (isTopic ? topic : []));
  const place = new Map(kept.map((topic, at) => [topic, at]));
  return {
    ...settled,
    cut: kept.map((topic) => settled.cut[topic]),
    of: settled.of.map((topic) => place.get(topic) ?? -1),
  };
}

function unitsOf({ of: topicOf }: SettledTopics, leafOf: Int32Array) {
  const numbers = new Map<string, number>();
  const units: { topic: number; leaf: number }[] = [];
  const of = topicOf.map((topic, at) => {
    if (topic < 0) return -1;
    const leaf = leafOf[at];
    const key = `${topic} ${leaf}`;
    const known = numbers.get(key) ?? units.push({ topic, leaf }) - 1;
    numbers.set(key, known);
    return known;
  });
  return { units, of };
}

function phrasesOfUnits(corpus: TopicsCorpus, unitOf: Int32Array, units: number): TopicPhrase[] {
  const members = Array.from({ length: units }, (): number[] => []);
  for (const [at, unit] of unitOf.entries()) if (unit >= 0) members[unit].push(at);
  const all = countPhrases(corpus, corpus.dialogues.keys());
  const counted = members.map((own) => countPhrases(corpus, own));
  const told = new Set(
    counted.flatMap((own, unit) =>
      keyPhrases(corpus, own, members[unit].length, all)
        .slice(0, PHRASES_OF_A_UNIT)
        .map(({ phrase }) => phrase),
    ),
  );
  return Array.from(told, (phrase) => ({
    phrase,
    text: corpus.written.get(phrase) ?? phrase,
    dialogues: all.get(phrase) ?? 0,
    units: counted.flatMap((own, unit): [number, number][] => {
      const count = own.get(phrase);
      return count === undefined ? [] : [[unit, count]];
    }),
  }));
}

function stabilityOf(vectors: Vectors, topics: number, seed: number): number {
  const random = createRandom(seed);
  const all = Array.from({ length: vectors.count }, (_, at) => at);
  const draw = (): Map<number, number> => {
    const rows = random.shuffle(all).slice(0, Math.ceil(SHARE_OF_SAMPLES * all.length));
    const { dimensions } = vectors;
    const values = new Float32Array(rows.length * dimensions);
    for (const [at, row] of rows.entries())
      values.set(vectors.values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
    const sample = { dimensions, count: rows.length, values };
    const { of } = settleTopics(sample, growTopicTree(sample, seed), topics);
    return new Map(rows.map((row, at) => [row, of[at]]));
  };
  const [one, other] = [draw(), draw()];
  const shared = [...one.keys()].filter((row) => other.has(row));
  const topicsOf = (sample: ReadonlyMap<number, number>): number[] =>
    shared.map((row) => sample.get(row) ?? -1);
  return comparePartitions(topicsOf(one), topicsOf(other)).adjustedRand;
}
