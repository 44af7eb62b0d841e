/**
 * Measures how well topics fit people's topics, by words alone and with sentence encoders, compared with k-means on
 * MiniLM vectors and BERTopic's recipe.
 *
 * npx node bench/topics.ts [corpus[:dialogues] …]
 *
 * By default `multiwoz:1000 sgd:1000 star:1000 twitter-support-threads`, from DIALOGRAM_DATA (default ../shared/data).
 * UMAP and HDBSCAN run in the Python DIALOGRAM_BERTOPIC (umap-learn, hdbscan).
 * In percent; `fit` has the V-measures of seed 1 with 95 % intervals, and their gains over words alone. `seeds` is the
 * mean adjusted Rand index, `none` the share of dialogues without a topic.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { comparePartitions } from '../shared/algorithms/agreement/partition-agreement.ts';
import { sphericalKMeans } from '../shared/algorithms/moves/clusters/spherical-k-means.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { findTopics } from '../shared/algorithms/topics/find-topics.ts';
import { createTopicsCorpus } from '../shared/algorithms/topics/topics-corpus.ts';
import { type Role, turnsOf } from '../shared/domain/dialogue.ts';
import { vMeasuresOf } from './kit/paired-partitions.ts';

interface Line {
  readonly id: string;
  readonly domain: readonly string[];
  readonly turns: readonly { readonly speaker: Role; readonly text: string }[];
}

const TICKETS = 'twitter-support-threads';
const SEEDS = [1, 2, 3];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const percent = (share: number): number => Math.round(1000 * share) / 10;
const rounded = (value: number): number => Math.round(100 * value) / 100;

const encoders = {
  useLite: await knownEncoder(null).load(),
  miniLm: await knownEncoder(here('../resources/encoders/all-MiniLM-L6-v2')).load(),
};
const bertopic = process.env.DIALOGRAM_BERTOPIC;
const ask = (python: string, script: string, asked: object): unknown =>
  JSON.parse(
    execFileSync(python, [script], {
      input: JSON.stringify(asked),
      maxBuffer: 2 ** 30,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).toString(),
  );

function readCorpus(name: string, file: string, limit: number) {
  const all = gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ domain }) => domain.length === 1);
  const spread = (at: number): number => Math.floor((at * limit) / all.length);
  const lines = limit >= all.length ? all : all.filter((_, at) => spread(at) !== spread(at - 1));
  const labels = new Map(
    readFileSync(here('./labels/ticket-topics.tsv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  const corpus = createTopicsCorpus();
  for (const { turns } of lines) {
    const roles = turns.map(({ speaker }) => speaker);
    corpus.add(
      turnsOf(roles, true).map(({ role, first, last }) => ({
        role,
        texts: turns.slice(first, last + 1).map(({ text }) => text),
      })),
    );
  }
  const truth = lines.map(({ id, domain }) => (name === TICKETS ? (labels.get(id) ?? 'none') : domain[0]));
  return { corpus: corpus.finish(), truth };
}

function describe(runs: readonly ArrayLike<number>[], truth: readonly string[]) {
  const classes = [...new Set(truth)];
  const known = truth.flatMap((label, at) => (label === 'none' ? [] : at));
  const fits = runs.map((run) =>
    comparePartitions(
      known.map((at) => run[at]),
      known.map((at) => classes.indexOf(truth[at])),
    ),
  );
  const pairs = runs.flatMap((one, at) =>
    runs.slice(at + 1).map((other) => comparePartitions(one, other).adjustedRand),
  );
  const range = (values: number[]): number[] => [percent(Math.min(...values)), percent(Math.max(...values))];
  return {
    topics: runs.map((run) => new Set(Array.from(run).filter((topic) => topic >= 0)).size),
    vMeasure: range(fits.map(({ vMeasure }) => vMeasure)),
    purity: range(fits.map(({ purity }) => purity)),
    seeds: rounded(pairs.reduce((sum, value) => sum + value, 0) / pairs.length),
    none: percent(Array.from(runs[0]).filter((topic) => topic < 0).length / truth.length),
  };
}

async function measure(name: string, file: string, limit: number) {
  const { corpus, truth } = readCorpus(name, file, limit);
  const started = performance.now();
  const texts = corpus.dialogues.map(({ text }) => text);
  const topicsOf = ({ units, model }: ReturnType<typeof findTopics>): number[] =>
    Array.from(units, (unit) => (unit < 0 ? -1 : model.units[unit].topic));
  const found = SEEDS.map((seed) => findTopics(corpus, { topics: 'auto', seed }));
  const seconds = (performance.now() - started) / 1000 / SEEDS.length;
  const words = {
    ...describe(found.map(topicsOf), truth),
    samples: rounded(found[0].model.stability),
    seconds: rounded(seconds),
    names: found[0].model.cut.map((node) => found[0].model.names[node]),
  };
  const groupings = [topicsOf(found[0])];
  const results: Record<string, object> = {};
  for (const [encoder, { name: title, dimensions, encodeTexts }] of Object.entries(encoders)) {
    const vectors = { dimensions, count: texts.length, values: await encodeTexts(texts) };
    const runs = SEEDS.map((seed) =>
      findTopics(corpus, { topics: 'auto', seed, encoded: { name: title, vectors } }),
    );
    groupings.push(topicsOf(runs[0]));
    results[`words and ${encoder}`] = describe(runs.map(topicsOf), truth);
    if (encoder !== 'miniLm') continue;
    const many = runs[0].model.cut.length;
    results.kMeansOnMiniLm = describe(
      SEEDS.map((seed) => sphericalKMeans(vectors, many, createRandom(seed)).of),
      truth,
    );
    if (bertopic === undefined) continue;
    const rows = texts.map((_, at) => [...vectors.values.subarray(at * dimensions, (at + 1) * dimensions)]);
    results.umapAndHdbscan = describe(
      SEEDS.map((seed) => ask(bertopic, here('./kit/umap_hdbscan.py'), { seed, vectors: rows }) as number[]),
      truth,
    );
  }
  const known = truth.flatMap((label, at) => (label === 'none' ? [] : at));
  const fit = vMeasuresOf(
    known.map((at) => truth[at]),
    known,
    groupings.map((topics) => known.map((at) => topics[at])),
  );
  const of = ['words', ...Object.keys(encoders)];
  return {
    ...{ dialogues: truth.length, classes: new Set(truth).size, words },
    fit: Object.fromEntries(of.map((one, at) => [one, [fit.vMeasure[at], fit.gain[at]]])),
    ...results,
  };
}

const folder = process.env.DIALOGRAM_DATA ?? here('../../shared/data');
const asked = process.argv.slice(2);
const results: Record<string, unknown> = {};
for (const one of asked.length > 0 ? asked : ['multiwoz:1000', 'sgd:1000', 'star:1000', TICKETS]) {
  const [name = '', limit] = one.split(':');
  const file = join(folder, name, 'dialogues.jsonl.gz');
  results[one] = existsSync(file)
    ? await measure(name, file, Number(limit) || 1e9)
    : { skipped: `no such file: ${file}; set DIALOGRAM_DATA` };
}
console.log(JSON.stringify(results, null, 2));
