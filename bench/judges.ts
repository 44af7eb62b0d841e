/**
 * Measures how often judges find the better of two answers, on pairs whose better answer is known.
 *
 * npx node bench/judges.ts [--model smollm2|qwen-0.5b|qwen-1.5b] [--rows 400] [--turns 40] [--minutes 60] [--out FOLDER]
 *
 * The better answer is another dialogue's reply with the same acts. The worse one is a reply with other acts or, every
 * other time, the better one with its words shuffled. `--rows` pairs are judged without a model, the first `--turns` of
 * them by the model. Its answers are stored in `--out`, so the same command continues after `--minutes`.
 * The corpora are the demo and MultiWOZ, from DIALOGRAM_DATA (default ../shared/data).
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { fitLsaEncoder } from '../electron/backend/providers/embeddings/lsa-encoder.ts';
import { createOpenAiProvider } from '../electron/backend/providers/model/openai-provider.ts';
import { cacheFolder, MODEL, option, startRealModel } from '../scripts/real-model-server.mjs';
import {
  type JudgedTurn,
  judgeMessages,
  readVerdict,
  VERDICT_SCHEMA,
} from '../shared/algorithms/judging/judge-messages.ts';
import { LEAST_ACCURACY, pairsByTags } from '../shared/algorithms/judging/known-pairs.ts';
import { bootstrapMean } from '../shared/algorithms/metrics/bootstrap.ts';
import {
  bertScore,
  createTextScorer,
  embeddingSimilarity,
} from '../shared/algorithms/metrics/text/text-scorer.ts';
import { settleOrders } from '../shared/algorithms/preference/judge.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { buildRetrievalCorpus } from '../shared/algorithms/retrieval/retrieval-corpus.ts';
import { generateDemoDialogues } from '../shared/demo/generate.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ROWS = Number(option('rows', '400'));
const TURNS = Number(option('turns', '40'));
const MINUTES = Number(option('minutes', '60'));
const CONTEXT = 5;
const REASON_TOKENS = 120;
const out = option('out', join(cacheFolder, 'judges')) as string;
const minilm = here('../resources/encoders/all-MiniLM-L6-v2');

interface Line {
  readonly id: string;
  readonly turns: readonly {
    readonly speaker: 'user' | 'system';
    readonly text: string;
    readonly acts?: readonly string[];
  }[];
}

interface Pair {
  readonly dialogue: string;
  readonly before: readonly JudgedTurn[];
  readonly turn: number;
  readonly truth: string;
  readonly better: string;
  readonly worse: string;
  readonly isShuffled: boolean;
}

function pairsOf(lines: readonly Line[]): Pair[] {
  const random = createRandom(1);
  const replies = lines.flatMap(({ id, turns }) =>
    turns.flatMap(({ speaker, text, acts = [] }, turn) =>
      speaker === 'system' && turn > 0 && acts.length > 0 && text.split(/\s+/).length >= 4
        ? { dialogue: id, turns, turn, text, tags: acts }
        : [],
    ),
  );
  return pairsByTags(replies, ROWS, random).map(({ reply, better, worse, isShuffled }) => {
    const { dialogue, turns, turn, text: truth } = reply;
    const first = Math.max(0, turn - CONTEXT);
    const before = turns
      .slice(first, turn)
      .map(({ speaker, text }, place) => ({ turn: first + place, role: speaker, text }));
    return { dialogue, before, turn, truth, better, worse, isShuffled };
  });
}

/** How much better a judge finds the better answer: above 0 is right, 0 a tie. Null if it gave no verdict. */
type Judge = (pair: Pair) => Promise<number | null>;

const bySimilarity =
  (score: (answer: string, pair: Pair) => number | Promise<number>): Judge =>
  async (pair) =>
    (await score(pair.better, pair)) - (await score(pair.worse, pair));

const cosine = (left: Float32Array, right: Float32Array): number => embeddingSimilarity(left, right) ?? 0;

async function encoded(folder: string | null) {
  const encoder = await knownEncoder(folder).load();
  const vectors = new Map<string, Float32Array>();
  return async (text: string): Promise<Float32Array> => {
    const known = vectors.get(text) ?? (await encoder.encodeTexts([text]));
    vectors.set(text, known);
    return known;
  };
}

/** The encoder that the app's embedding similarity uses. It is fitted on the corpus. */
function lsaOf(lines: readonly Line[]) {
  const dialogues = lines.map(({ id, turns }) => ({
    key: id,
    turns: turns.map(({ speaker, text }) => ({ role: speaker, text, tags: [] })),
  }));
  const { encode } = fitLsaEncoder(buildRetrievalCorpus(dialogues), 'judges');
  return async (text: string): Promise<Float32Array> =>
    encode([
      [
        { role: 'system', text, tags: [] },
        { role: 'user', text: '', tags: [] },
      ],
    ]);
}

/** Scores with the app's own encoder. */
async function bertScoreBy(folder: string) {
  const { encodeTokens } = await knownEncoder(folder).load();
  if (!encodeTokens) throw new Error(`${folder} has no vectors of tokens.`);
  return async (answer: string, { truth }: Pair): Promise<number> =>
    bertScore(await encodeTokens(answer), await encodeTokens(truth)) ?? 0;
}

interface Choice {
  readonly logprobs?: { readonly content: readonly { readonly logprob: number }[] };
}

class OutOfTime extends Error {}

/** Stores what the model says, and reads it in later calls. */
function createStore() {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${MODEL}.jsonl`);
  const kept = new Map<string, unknown>(
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [],
  );
  const until = Date.now() + MINUTES * 60_000;
  /** @throws OutOfTime */
  return async <Said>(asked: object, ask: () => Promise<Said>): Promise<Said> => {
    const key = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    const known = kept.get(key);
    if (known) return known as Said;
    if (Date.now() > until) throw new OutOfTime();
    const said = await ask();
    kept.set(key, said);
    appendFileSync(file, `${JSON.stringify([key, said])}\n`);
    return said;
  };
}

const JUDGE_PROMPT = readFileSync(here('../resources/prompts/judge.md'), 'utf8');
const ANSWER_PROMPT = 'You are a support agent. Reply to the customer.';

function modelJudges(address: string, store: ReturnType<typeof createStore>): Record<string, Judge> {
  const provider = createOpenAiProvider({
    ...{ id: 'real', kind: 'openai', apiVersion: null, key: null, takesBatches: false },
    baseUrl: `${address}/v1`,
  });
  /** As the app asks a judge: "first" is the better answer in the first order. */
  const verdict = async ({ before, turn, truth, better, worse }: Pair, swapped: boolean) => {
    const said = (text: string): JudgedTurn[] => [{ turn, role: 'system', text }];
    const [first, second] = swapped ? [worse, better] : [better, worse];
    const sides = { first: said(first), second: said(second) };
    const request = {
      model: MODEL,
      messages: judgeMessages(JUDGE_PROMPT, { conversation: before, truth: said(truth), ...sides }),
      ...{ temperature: 0, seed: 1, maxOutputTokens: REASON_TOKENS },
      answerSchema: { name: 'verdict', schema: VERDICT_SCHEMA },
      choices: VERDICT_SCHEMA.properties.verdict.enum,
    };
    const { signal } = new AbortController();
    const { text, weights } = await store(request, () => provider.chat(request, { signal }));
    const read = readVerdict(text);
    if (read.kind === 'malformed') return null;
    const { first: one = 0, second: other = 0, tie = 0 } = weights ?? {};
    return {
      says: read.says === 'tie' ? 'tie' : (read.says === 'first') === swapped ? 'worse' : 'better',
      weights: weights ? { better: swapped ? other : one, worse: swapped ? one : other, tie } : null,
    } as const;
  };
  const points = { better: 1, tie: 0, worse: -1 };
  const inBothOrders =
    (isWeighed: boolean): Judge =>
    async (pair) => {
      const orders = [await verdict(pair, false), await verdict(pair, true)];
      const [straight, turned] = orders.map((order) =>
        isWeighed || !order ? order : { ...order, weights: null },
      );
      return straight && turned ? points[settleOrders(straight, turned).outcome] : null;
    };
  const likelihood = async (answer: string, { before }: Pair): Promise<number> => {
    const body = {
      ...{ temperature: 0, seed: 1, cache_prompt: true, max_tokens: 200, logprobs: true, top_logprobs: 1 },
      messages: [
        { role: 'system', content: ANSWER_PROMPT },
        ...before.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'assistant', content: text })),
      ],
      // The grammar allows only this answer, but the probabilities are those without it.
      grammar: `root ::= ${JSON.stringify(answer.replaceAll(/[^\x20-\x7e]/g, ' '))}`,
    };
    const { logprobs } = await store(body, async () => {
      const sent = { method: 'POST', body: JSON.stringify(body) };
      const said = (await (await fetch(`${address}/v1/chat/completions`, sent)).json()) as {
        readonly choices?: readonly Choice[];
        readonly error?: unknown;
      };
      const choice = said.choices?.[0];
      if (!choice) throw new Error(JSON.stringify(said.error));
      return choice;
    });
    const tokens = logprobs?.content ?? [];
    return tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length;
  };
  return {
    'model as in the app, average of both orders': inBothOrders(true),
    'model as in the app, both orders must agree': inBothOrders(false),
    'perplexity under the model': bySimilarity(likelihood),
  };
}

const percent = (share: number | null): number | null => share && Math.round(1000 * share) / 10;

async function accuracyOf(judge: Judge, pairs: readonly Pair[]) {
  const rows: { readonly pair: Pair; readonly sum: number; readonly isTie: boolean }[] = [];
  let unreadable = 0;
  const started = performance.now();
  let stopped = false;
  for (const pair of pairs) {
    try {
      const said = await judge(pair);
      if (said === null) unreadable++;
      // A pair without a verdict counts as a tie: half right.
      rows.push({ pair, sum: !said ? 0.5 : said > 0 ? 1 : 0, isTie: !said });
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      stopped = true;
      break;
    }
  }
  const shareOf = (chosen: typeof rows) => {
    const { estimate, lower, upper } = bootstrapMean(
      chosen.map(({ sum }) => ({ sum, count: 1 })),
      { seed: 1 },
    );
    return `${percent(estimate)} [${percent(lower)}, ${percent(upper)}]`;
  };
  const mean = rows.reduce((sum, row) => sum + row.sum, 0) / rows.length;
  return {
    pairs: rows.length,
    ...(stopped && { stopped }),
    ...(rows.length > 0 && {
      accuracy: shareOf(rows),
      otherActs: shareOf(rows.filter(({ pair }) => !pair.isShuffled)),
      shuffled: shareOf(rows.filter(({ pair }) => pair.isShuffled)),
      used: mean >= LEAST_ACCURACY,
    }),
    ties: rows.filter(({ isTie }) => isTie).length,
    ...(unreadable > 0 && { unreadable }),
    secondsAPair: Math.round((performance.now() - started) / 10 / Math.max(1, rows.length)) / 100,
  };
}

const scorer = createTextScorer();
const lite = await encoded(null);
const mini = await encoded(minilm);
const withoutModel: Record<string, Judge> = {
  'the longer answer': bySimilarity((answer) => answer.length),
  'ROUGE-L': bySimilarity((answer, { truth }) => scorer.rougeL(answer, truth)),
  BLEU: bySimilarity((answer, { truth }) => scorer.sentenceBleu(answer, truth)),
  'similarity by USE lite': bySimilarity(async (answer, { truth }) =>
    cosine(await lite(answer), await lite(truth)),
  ),
  'similarity by MiniLM': bySimilarity(async (answer, { truth }) =>
    cosine(await mini(answer), await mini(truth)),
  ),
  'BERTScore by MiniLM': bySimilarity(await bertScoreBy(minilm)),
  'similarity to the customer’s turn by MiniLM': bySimilarity(async (answer, { before }) =>
    cosine(await mini(answer), await mini(before.at(-1)?.text ?? '')),
  ),
};

const corpora: Record<string, readonly Line[]> = { demo: generateDemoDialogues({ seed: 1, count: 2000 }) };
const multiwoz = join(
  process.env.DIALOGRAM_DATA ?? here('../../shared/data'),
  'multiwoz',
  'dialogues.jsonl.gz',
);
if (existsSync(multiwoz))
  corpora.multiwoz = gunzipSync(readFileSync(multiwoz))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const server = TURNS > 0 ? await startRealModel({ context: 4096, threads: 1 }) : null;
const judges = server ? modelJudges(server.address, createStore()) : {};
const results: Record<string, Record<string, unknown>> = {};
for (const [corpus, lines] of Object.entries(corpora)) {
  const pairs = pairsOf(lines);
  results[corpus] = {};
  const lsa = lsaOf(lines);
  const bySimilarityOfLsa = bySimilarity(async (answer, { truth }) =>
    cosine(await lsa(answer), await lsa(truth)),
  );
  const known = { ...withoutModel, 'similarity by LSA, as in the app': bySimilarityOfLsa };
  for (const [name, judge] of Object.entries(known)) results[corpus][name] = await accuracyOf(judge, pairs);
}
// Corpus by corpus would leave the last one without answers if the time is short.
for (const [name, judge] of Object.entries(judges))
  for (const [corpus, lines] of Object.entries(corpora)) {
    results[corpus][name] = await accuracyOf(judge, pairsOf(lines).slice(0, TURNS));
    console.error(corpus, name, JSON.stringify(results[corpus][name]));
  }
server?.stop();
console.log(JSON.stringify({ bench: 'judges', model: server && MODEL, ...results }, null, 1));
