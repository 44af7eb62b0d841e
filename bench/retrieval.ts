/**
 * Measures the context automaton and a retrieval: time, memory, and the loss from a pool chosen by route.
 *
 * npx node bench/retrieval.ts [dialogues …] (default: 1000 8000 50000)
 *
 * SGD with offline tags from DIALOGRAM_DATA (default ../shared/data), cut after twelve turns; above its size, noisy
 * copies.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { actF1 } from '../shared/algorithms/metrics/act-f1.ts';
import { createRandom, type Random } from '../shared/algorithms/random/random.ts';
import { learnContextAutomaton } from '../shared/algorithms/retrieval/context/context-automaton.ts';
import { createRetrievers, type RetrievalMethod } from '../shared/algorithms/retrieval/methods.ts';
import { makeQuery, type RetrievalQuery, type Retriever } from '../shared/algorithms/retrieval/query.ts';
import type { PoolScope } from '../shared/algorithms/retrieval/ranking/candidate-pool.ts';
import {
  buildRetrievalCorpus,
  type RetrievalCorpus,
  type RetrievalDialogue,
} from '../shared/algorithms/retrieval/retrieval-corpus.ts';
import { createAnalyser } from '../shared/algorithms/text/analyse.ts';
import { tagUtterance } from '../shared/algorithms/text/tag.ts';
import { type Role, turnsOf } from '../shared/domain/dialogue.ts';
import { fitOfflineTagger } from '../tests/fixtures/offline-tagger.ts';

const CORPUS = 'sgd';
const NOISE = 0.05;
const SEED = 1;
const TURNS = 12;
const QUERIES = 300;
const TAGGER_DIALOGUES = 1000;

interface Dialogue {
  readonly key: string;
  readonly turns: readonly {
    readonly role: Role;
    readonly text: string;
    readonly acts: readonly string[];
  }[];
}

function readDialogues(file: string): Dialogue[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { id, turns: messages } = JSON.parse(line) as {
      id: string;
      turns: { speaker: Role; text: string; acts?: string[] }[];
    };
    const spans = turnsOf(
      messages.map(({ speaker }) => speaker),
      true,
    );
    const turns = spans.slice(0, TURNS).map(({ role, first, last }) => {
      const joined = messages.slice(first, last + 1);
      return {
        role,
        text: joined.map(({ text }) => text).join(' '),
        acts: joined.flatMap(({ acts }) => acts ?? []),
      };
    });
    return { key: id, turns };
  });
}

function tagged(dialogues: readonly Dialogue[]): RetrievalDialogue[] {
  const analyser = createAnalyser();
  const model = fitOfflineTagger(
    dialogues.slice(0, TAGGER_DIALOGUES).map(({ turns }) => ({
      turns: turns.map(({ role, text }) => ({ role, utterances: [analyser.analyse(text)] })),
    })),
  );
  return dialogues.map(({ key, turns }) => ({
    key,
    turns: turns.map(({ role, text }) => ({
      role,
      text,
      tags: tagUtterance(model, analyser.analyse(text)).map(({ tag }) => tag),
    })),
  }));
}

function enlarge(dialogues: readonly RetrievalDialogue[], size: number): RetrievalDialogue[] {
  const random = createRandom(SEED);
  const enlarged = dialogues.slice(0, size);
  while (enlarged.length < size) {
    const { key, turns } = dialogues[enlarged.length % dialogues.length];
    const other = random.pick(dialogues).turns;
    enlarged.push({
      key: `${key} copy ${Math.floor(enlarged.length / dialogues.length)}`,
      turns: turns.map((turn, at) => ({
        role: turn.role,
        text: noisy(turn.text.split(' '), (other[at] ?? turn).text.split(' '), random).join(' '),
        tags: [...new Set(noisy(turn.tags, (other[at] ?? turn).tags, random))],
      })),
    });
  }
  return enlarged;
}

function noisy(values: readonly string[], others: readonly string[], random: Random): string[] {
  return values.map((value) => (others.length > 0 && random.next() < NOISE ? random.pick(others) : value));
}

interface Question {
  readonly query: RetrievalQuery;
  readonly truth: readonly string[];
}

function questionsOf(
  corpus: RetrievalCorpus,
  heldOut: readonly RetrievalDialogue[],
  acts: readonly Dialogue[],
) {
  const questions: Question[] = [];
  heldOut.forEach(({ turns }, dialogue) => {
    for (let at = 1; at < turns.length && questions.length < QUERIES; at++) {
      if (turns[at].role !== 'system') continue;
      questions.push({
        query: makeQuery(corpus, turns.slice(0, at)),
        truth: acts[dialogue].turns[at].acts,
      });
    }
  });
  return questions;
}

function measure(
  size: number,
  training: readonly RetrievalDialogue[],
  heldOut: readonly RetrievalDialogue[],
  heldOutActs: readonly Dialogue[],
  actsOf: ReadonlyMap<string, Dialogue>,
) {
  const dialogues = enlarge(training, size);
  const [corpusMs, corpus] = timed(() => buildRetrievalCorpus(dialogues));
  learnContextAutomaton(corpus);
  const [learnMs, automaton] = timed(() => learnContextAutomaton(corpus));
  const questions = questionsOf(corpus, heldOut, heldOutActs);
  const run = (retriever: Retriever) => {
    const times: number[] = [];
    let f1 = 0;
    for (const { query, truth } of questions) {
      const [ms, { candidates }] = timed(() => retriever.retrieve(query, 5));
      times.push(ms);
      for (const { dialogue, turn } of candidates) {
        const original = corpus.keys[dialogue].split(' copy ')[0];
        f1 += actF1(actsOf.get(original)!.turns[turn].acts, truth) / 5;
      }
    }
    times.sort((left, right) => left - right);
    const at = (share: number) =>
      rounded(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
    return { p50Ms: at(0.5), p95Ms: at(0.95), actF1: rounded((100 * f1) / questions.length) };
  };
  // The first of two methods from one factory prepares what they share.
  const factories = {
    all: createRetrievers(corpus, { seed: SEED, scope: 'all' }),
    route: createRetrievers(corpus, { seed: SEED, scope: 'route' }),
  };
  const retrieve = (method: RetrievalMethod, scope: PoolScope) => {
    const [prepareMs, retriever] = timed(() => factories[scope].create(method));
    return { prepareMs: rounded(prepareMs), ...run(retriever) };
  };
  let bytes = 0;
  for (const part of Object.values(automaton)) if (ArrayBuffer.isView(part)) bytes += part.byteLength;
  return {
    dialogues: size,
    turns: corpus.replyTurns.length,
    corpusMs: rounded(corpusMs),
    automaton: { learnMs: rounded(learnMs), states: automaton.stateCount, megabytes: rounded(bytes / 1e6) },
    'bm25-last': retrieve('bm25-last', 'all'),
    context: retrieve('context', 'all'),
    'context-rrf': { all: retrieve('context-rrf', 'all'), route: retrieve('context-rrf', 'route') },
    'context-ranker': { all: retrieve('context-ranker', 'all'), route: retrieve('context-ranker', 'route') },
  };
}

function timed<Value>(work: () => Value): readonly [ms: number, value: Value] {
  const start = performance.now();
  const value = work();
  return [performance.now() - start, value];
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

const file = join(process.env.DIALOGRAM_DATA ?? '../shared/data', CORPUS, 'dialogues.jsonl.gz');
if (!existsSync(file)) {
  console.log(
    JSON.stringify({ skipped: `${CORPUS} is not there; set DIALOGRAM_DATA to the folder that holds it` }),
  );
} else {
  const sizes = process.argv.slice(2).map(Number);
  const all = readDialogues(file);
  const withTags = tagged(all);
  const isHeldOut = (at: number): boolean => at % 20 === 0;
  const training = withTags.filter((_, at) => !isHeldOut(at));
  const heldOut = createRandom(SEED).shuffle([...all.keys()].filter(isHeldOut));
  const actsOf = new Map(all.map((dialogue) => [dialogue.key, dialogue]));
  const results = (sizes.length > 0 ? sizes : [1000, 8000, 50_000]).map((size) =>
    measure(
      size,
      training,
      heldOut.map((at) => withTags[at]),
      heldOut.map((at) => all[at]),
      actsOf,
    ),
  );
  console.log(
    JSON.stringify(
      {
        corpus: CORPUS,
        seed: SEED,
        noise: NOISE,
        turns: TURNS,
        queries: QUERIES,
        node: process.version,
        cpu: cpus()[0]?.model,
        results,
      },
      null,
      2,
    ),
  );
}
