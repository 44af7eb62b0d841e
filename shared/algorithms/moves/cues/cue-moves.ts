import { createRandom } from '../../random/random.ts';
import { agglomerate, type MergeTree } from '../clusters/merge-tree.ts';
import { isZero, type Vectors } from '../clusters/sentence-vectors.ts';
import { type Clusters, dot, meansOf, sphericalKMeans } from '../clusters/spherical-k-means.ts';
import { ENGLISH, type Grammar, isTelling } from '../names/grammar.ts';
import { type CueRule, cueOf } from './cue-rules.ts';

export interface CueLeaves {
  /** For each group, the index of its rule. Groups from `seeds.length` on are clusters. */
  readonly seeds: readonly number[];
  readonly groups: number;
  readonly groupOf: readonly number[];
  /** The leaf of each sentence; −1 if the sentence is near no cluster. */
  readonly of: Int32Array;
  /** 1 if a cue matched the sentence. */
  readonly cued: Uint8Array;
}

/** The least number, and the least share, of sentences for a seed. */
const LEAST_HITS = 8;
const LEAST_SHARE = 0.004;
/** A sentence joins the nearest seed if its cosine is at least this, and exceeds the next seed's by this margin. */
const NEAR = 0.55;
const MARGIN = 0.05;
/** The least share, among equally near sentences with a cue, that must have the seed's cue. */
const TRUSTED = 0.75;
/** A cluster of the other sentences is a move only if their mean cosine to its center is at least this. */
const COMPACT = 0.6;
/** Such a cluster also needs a meaningful word, and two consecutive words, in these shares of its sentences. */
const TOLD = 0.4;
const TOLD_BY_TWO = 0.25;
/** Limits for clusters of the other sentences: the number of clusters, their mean size, and how many may be moves. */
const REST_CLUSTERS = 60;
const SENTENCES_PER_CLUSTER = 25;
const REST_MOVES = 6;
/** The most of these clusters that may be moves in languages without cues. */
const REST_MOVES_WITHOUT_CUES = 16;
/** The mean number of sentences in a fine cluster, and the most fine clusters per group. */
const SENTENCES_PER_LEAF = 40;
const LEAVES_PER_GROUP = 8;

/** Cues name sentences, others join the nearest seed, and the rest forms clusters. `dialogues` is by sentence. */
export function clusterByCues(
  sentences: readonly (readonly string[])[],
  dialogues: Int32Array,
  vectors: Vectors,
  rules: readonly CueRule[],
  seed: number,
  {
    grammar,
    languages,
  }: { readonly grammar: Grammar; readonly languages: readonly string[] | null } = ONLY_ENGLISH,
): CueLeaves {
  const firstOfName = rules.map(({ name }) => rules.findIndex((other) => other.name === name));
  const hits = Int32Array.from(
    sentences,
    (words, at) => firstOfName[cueOf(rules, words, languages?.[at])] ?? -1,
  );
  const counts = new Int32Array(rules.length);
  for (const hit of hits) if (hit >= 0) counts[hit]++;
  const least = Math.max(LEAST_HITS, LEAST_SHARE * sentences.length);
  const seeds = [...counts.keys()].filter((at) => counts[at] >= (rules[at].own ? 1 : least));
  const leafOfRule = new Map(seeds.map((at, leaf) => [at, leaf]));
  const of = hits.map((hit) => leafOfRule.get(hit) ?? -1);
  const cued = Uint8Array.from(of, (leaf) => (leaf >= 0 ? 1 : 0));
  joinSeeds(vectors, of, seeds.length);

  const rest = [...of.keys()].filter((at) => of[at] < 0 && !isZero(vectors, at));
  const wanted = Math.min(REST_CLUSTERS, Math.floor(rest.length / SENTENCES_PER_CLUSTER));
  if (wanted === 0) return withFineClusters(vectors, { seeds, groups: seeds.length, of, cued }, seed);
  const left = rowsOfVectors(vectors, rest);
  const clusters = sphericalKMeans(left, wanted, createRandom(seed));
  const leafOfCluster = clearClusters(
    left,
    clusters,
    (row) => ({
      words: sentences[rest[row]],
      dialogue: dialogues[rest[row]],
      language: languages?.[rest[row]] ?? 'en',
    }),
    least,
    grammar,
  );
  for (const [at, sentence] of rest.entries()) {
    const leaf = leafOfCluster.get(clusters.of[at]);
    if (leaf !== undefined) of[sentence] = seeds.length + leaf;
  }
  return withFineClusters(vectors, { seeds, groups: seeds.length + leafOfCluster.size, of, cued }, seed);
}

const ONLY_ENGLISH = { grammar: ENGLISH, languages: null };

export function withFineClusters(
  vectors: Vectors,
  grouped: Omit<CueLeaves, 'groupOf'>,
  seed: number,
): CueLeaves {
  const of = new Int32Array(grouped.of.length).fill(-1);
  const groupOf: number[] = [];
  const rows: number[][] = Array.from({ length: grouped.groups }, () => []);
  for (const [at, group] of grouped.of.entries()) if (group >= 0) rows[group].push(at);
  for (const [group, own] of rows.entries()) {
    const wanted = Math.min(LEAVES_PER_GROUP, Math.floor(own.length / SENTENCES_PER_LEAF));
    const fine = wanted < 2 ? null : sphericalKMeans(rowsOfVectors(vectors, own), wanted, createRandom(seed));
    const first = groupOf.length;
    for (const [at, row] of own.entries()) of[row] = first + Math.max(0, fine?.of[at] ?? 0);
    for (let leaf = 0; leaf < (fine?.count ?? 1); leaf++) groupOf.push(group);
  }
  return { ...grouped, groupOf, of };
}

/**
 * Returns, renumbered, the largest clusters that a word distinguishes and that are large and compact enough for moves.
 */
function clearClusters(
  vectors: Vectors,
  { of, centres, count }: Clusters,
  sentenceAt: (row: number) => {
    readonly words: readonly string[];
    readonly dialogue: number;
    readonly language: string;
  },
  least: number,
  grammar: Grammar,
): Map<number, number> {
  const { dimensions, values } = vectors;
  const sizes = new Int32Array(count);
  const sums = new Float64Array(count);
  const words = Array.from({ length: count }, () => new Map<string, number>());
  // Sentences that one person repeats are not a move.
  const dialogues = Array.from({ length: count }, () => new Set<number>());
  const languageOf: string[] = [];
  for (const [row, cluster] of of.entries()) {
    if (cluster < 0) continue;
    const sentence = sentenceAt(row);
    dialogues[cluster].add(sentence.dialogue);
    languageOf[cluster] ??= sentence.language;
    sizes[cluster]++;
    sums[cluster] += dot(values, row * dimensions, centres, cluster * dimensions, dimensions);
    for (const word of new Set(sentence.words))
      if (isTelling(word, grammar)) words[cluster].set(word, (words[cluster].get(word) ?? 0) + 1);
  }
  const pairs = Array.from({ length: count }, () => new Map<string, number>());
  for (const [row, cluster] of of.entries()) {
    if (cluster < 0) continue;
    const said = sentenceAt(row).words;
    for (const pair of new Set(said.slice(1).map((word, at) => `${said[at]} ${word}`)))
      if (pair.split(' ').every((word) => isTelling(word, grammar)))
        pairs[cluster].set(pair, (pairs[cluster].get(pair) ?? 0) + 1);
  }
  const toldByTwo = pairs.map((counts) => Math.max(0, ...counts.values()));
  const told = words.map((counts) => Math.max(0, ...counts.values()));
  const kept = [...sizes.keys()]
    .filter(
      (at) =>
        dialogues[at].size >= least &&
        sums[at] >= COMPACT * sizes[at] &&
        told[at] >= TOLD * sizes[at] &&
        toldByTwo[at] >= TOLD_BY_TWO * sizes[at],
    )
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
    .filter((cluster, rank, all) => {
      const language = languageOf[cluster];
      const before = all.slice(0, rank).filter((other) => languageOf[other] === language).length;
      return before < (language === 'en' ? REST_MOVES : REST_MOVES_WITHOUT_CUES);
    });
  return new Map(kept.map((cluster, leaf) => [cluster, leaf]));
}

/** Adds sentences without a cue to near seeds, unless a seed would attract many sentences with other cues. */
function joinSeeds(vectors: Vectors, of: Int32Array, seeds: number): void {
  const means = meansOf(vectors, of, seeds, true);
  const near = Array.from(of, (_, row) => nearSeed(vectors, row, means, seeds));
  const cued = new Int32Array(seeds);
  const right = new Int32Array(seeds);
  for (const [row, seed] of near.entries()) {
    if (seed < 0 || of[row]! < 0) continue;
    cued[seed]!++;
    if (of[row] === seed) right[seed]!++;
  }
  for (const [row, seed] of near.entries())
    if (seed >= 0 && of[row]! < 0 && right[seed]! >= TRUSTED * cued[seed]!) of[row] = seed;
}

function nearSeed(vectors: Vectors, row: number, means: Float32Array, seeds: number): number {
  const { dimensions, values } = vectors;
  if (isZero(vectors, row)) return -1;
  let best = -1;
  let first = -1;
  let second = -1;
  for (let seed = 0; seed < seeds; seed++) {
    const cosine = dot(values, row * dimensions, means, seed * dimensions, dimensions);
    if (cosine > first) {
      second = first;
      first = cosine;
      best = seed;
    } else if (cosine > second) second = cosine;
  }
  return first >= NEAR && first - second >= MARGIN ? best : -1;
}

function rowsOfVectors({ dimensions, values }: Vectors, rows: readonly number[]): Vectors {
  const kept = new Float32Array(rows.length * dimensions);
  for (const [at, row] of rows.entries())
    kept.set(values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  return { dimensions, count: rows.length, values: kept };
}

/** Merges leaves by Ward's distance: within groups, clusters with clusters, clusters with seeds, seeds last. */
export function mergeCueLeaves(vectors: Vectors, leaves: CueLeaves): MergeTree {
  const { dimensions } = vectors;
  const count = leaves.groupOf.length;
  const means = meansOf(vectors, leaves.of, count, true);
  const sizes = new Float64Array(count);
  const groups = [...leaves.groupOf];
  for (const leaf of leaves.of) if (leaf >= 0) sizes[leaf]++;
  const seeded = groups.map((group) => group < leaves.seeds.length);
  return agglomerate({
    count,
    cost(a, b) {
      let distance = 0;
      for (let d = 0; d < dimensions; d++)
        distance += (means[a * dimensions + d] - means[b * dimensions + d]) ** 2;
      const ward = Math.sqrt(((2 * sizes[a] * sizes[b]) / (sizes[a] + sizes[b])) * distance);
      const apart = groups[a] === groups[b] ? 0 : 1 + Number(seeded[a]) + Number(seeded[b]);
      return ward + apart * vectors.count;
    },
    unite(a, b) {
      const share = sizes[a] / (sizes[a] + sizes[b]);
      for (let d = 0; d < dimensions; d++)
        means[a * dimensions + d] =
          share * means[a * dimensions + d] + (1 - share) * means[b * dimensions + d];
      sizes[a] += sizes[b];
      seeded[a] ||= seeded[b];
    },
  });
}
