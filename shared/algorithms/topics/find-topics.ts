import { comparePartitions } from '../agreement/partition-agreement.ts';
import { FITTED_ENCODER, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { createRandom } from '../random/random.ts';
import { growTopicTree, type SettledTopics, settleApart, settleTopics } from './cluster-topics.ts';
import { countPhrases, keyPhrases, nameTopics } from './name-topics.ts';
import { phraseVectors, withEncoded } from './topic-vectors.ts';
import type { TopicsCorpus } from './topics-corpus.ts';
import type { TopicPhrase, TopicsModel } from './topics-model.ts';

interface FindOptions {
  /** The number of topics, or as many as are distinct. */
  readonly topics: number | 'auto';
  readonly seed: number;
  /** An encoder's vectors of the customers' words, by dialogue. */
  readonly encoded?: { readonly name: string; readonly vectors: Vectors };
  /** Called before each step, with the number done and the total. */
  readonly report?: (phase: string, done: number, total: number) => void;
}

export interface FoundTopics {
  readonly model: TopicsModel;
  /** By dialogue of the corpus; −1 if its topic is unknown. */
  readonly units: Int32Array;
  /** Cosine to the mean of its topic: the highest are typical. */
  readonly closeness: Float32Array;
  /** The vectors that dialogues were compared by. */
  readonly vectors: Vectors;
}

/** The number of describing phrases of a unit. */
const PHRASES_OF_A_UNIT = 24;
/** The best phrase of a topic is in this share of its dialogues. */
const LEAST_TOLD = 0.08;
const SHARE_OF_SAMPLES = 0.7;

/** Finds what the dialogues of a corpus are about. Deterministic by seed. */
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

/** Drops topics that no phrase distinguishes from the rest. */
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

/** Returns the agreement of two samples of 70 % on the dialogues that both have. */
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
