import { z } from 'zod';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { breathe } from '../../jobs/breathe.ts';
import { type JobContext, type JobKind, JobPause } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { createAsker } from '../../providers/requests/ask.ts';
import { createBudget } from '../../providers/requests/budget.ts';
import { createLedger } from '../../providers/requests/ledger.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { realTime } from '../../providers/requests/time.ts';
import { type BatchItemRow, itemsOf } from '../../store/comparing/batch-run-table.ts';
import {
  type JudgedPairRow,
  judgementWriter,
  pairsToAsk,
  pairWriter,
} from '../../store/comparing/judging-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import { usedBy } from '../../store/models/model-call-table.ts';
import { requireBatchRun } from '../batch/batch-runs.ts';
import { pausing } from '../batch/model-rows.ts';
import type { AnsweringHost } from '../generation/answer.ts';
import { inParallel } from '../model-tagging/in-parallel.ts';
import { keptPrompt } from '../prompts/prompt-store.ts';
import { type JudgeOptions, judgePair } from './ask-judge.ts';
import { createJudgeWriter, JUDGE_PROMPT, type JudgeWriter, readSides } from './judge-request.ts';
import { endJudging, JUDGING, type JudgingParams, requireJudgingRun } from './judging-runs.ts';
import { judgedItems, sortPairs } from './sort-pairs.ts';

const PAIRS_PER_WRITE = 20;
const WRITE_EVERY_MS = 200;

interface JudgingWork {
  readonly run: RunId;
  readonly params: JudgingParams;
  readonly context: JobContext;
}

/**
 * Sorts the pairs of answers, then asks about those that have no verdict, within the run's budget. A pair is written
 * once both orders are answered; what a kill kept from being written is in the project's cache, and not asked again.
 * @throws JobPause where the budget is reached or the server cannot be asked
 */
async function runJudging(
  project: Project,
  { run }: { readonly run: RunId },
  context: JobContext,
): Promise<{ run: RunId }> {
  const { app, database } = project;
  const { params } = requireJudgingRun(database, run);
  const work = { run, params, context };
  await notePairs(database, work);
  await askMissing({ project, providers: app.providers, resources: app.resources }, work);
  endJudging(database, run, 'done');
  return { run };
}

/** What the batch run answered since is judged, too. */
async function notePairs(database: WriteDatabase, { run, params, context }: JudgingWork): Promise<void> {
  const { batch, pairs } = params;
  const items = judgedItems(database, batch, params);
  const write = pairWriter(database, run);
  const total = items.length * pairs.length;
  let done = 0;
  for await (const step of sortPairs(database, batch, items, pairs)) {
    context.signal.throwIfAborted();
    write(step);
    done += step.length;
    context.report({ phase: 'sorting pairs of answers', done, total, unit: 'pairs' });
  }
}

async function askMissing(host: AnsweringHost, work: JudgingWork): Promise<void> {
  const { database } = host.project;
  const { run, params, context } = work;
  const left = pairsToAsk(database, run).reverse();
  if (left.length === 0) return;
  const options = await openJudge(host, work);
  const writerOf = createWriters(host, params);
  const total = params.items * params.pairs.length;
  let done = total - left.length;
  const report = (): void => context.report({ phase: 'asking the judge', done, total, unit: 'pairs' });
  const write = judgementWriter(database, run);
  let settled: Awaited<ReturnType<typeof judgePair>>[] = [];
  let writtenMs = performance.now();
  const flush = (): void => {
    const ready = settled;
    settled = [];
    writtenMs = performance.now();
    if (ready.length > 0) write(ready);
  };
  try {
    report();
    await inParallel(
      params.concurrency,
      () => left.pop() ?? null,
      async (pair) => {
        context.signal.throwIfAborted();
        const one = await judgePair(pair, writerOf(pair), options);
        settled.push(one);
        done++;
        report();
        if (settled.length >= PAIRS_PER_WRITE || performance.now() - writtenMs > WRITE_EVERY_MS) flush();
        await breathe();
      },
    );
  } catch (error) {
    if (error instanceof AskingStopped) throw new JobPause({ code: error.code, message: error.message });
    throw error;
  } finally {
    // What was judged before it stopped is done.
    flush();
  }
}

/** The one asker of a run; what it spent before counts. */
async function openJudge(
  { project: { database }, providers, resources }: AnsweringHost,
  { run, params, context }: JudgingWork,
): Promise<JudgeOptions> {
  const { judge, budgetUsd, budgetTokens, concurrency, seed } = params;
  const before = usedBy(database, run);
  const provider = await pausing(() => providers.open(judge.provider));
  const price = priceOf(providers.get(judge.provider), judge.model, resources);
  const asker = createAsker({
    provider,
    ledger: createLedger({ database, provider, run, price }),
    budget: createBudget({ usd: budgetUsd, tokens: budgetTokens }, before),
    concurrency,
    signal: context.signal,
    time: realTime,
    random: createRandom(seed),
    answeredBefore: before.answered,
  });
  return { asker, price, usageOf: (hash) => answerUsage(database, hash) };
}

/** Reads what belongs to a pair when its turn comes. */
function createWriters(
  { project: { database }, providers, resources }: AnsweringHost,
  params: JudgingParams,
) {
  const { batch, judge, pairs, promptVersion } = params;
  const { unit } = requireBatchRun(database, batch).params.answering;
  const { text: prompt } = keptPrompt(database, resources, JUDGE_PROMPT, promptVersion);
  const provider = providers.get(judge.provider);
  const roundsOf = roundReader(database, false);
  return ({ item: at, pair }: Pick<JudgedPairRow, 'item' | 'pair'>): JudgeWriter => {
    const [item] = itemsOf(database, batch, [at]) as [BatchItemRow];
    const sides = readSides(database, batch, at, known(pairs[pair], `pair ${pair}`));
    // Pairs are sorted before they are asked about, and rows with an answer stay.
    if (!sides) throw new Error(`Item ${at} of batch run ${batch} lost an answer.`);
    const rounds = roundsOf(item.dialogue);
    return createJudgeWriter({ prompt, judge, provider, unit, item, rounds, ...sides });
  };
}

export const judgingJob: JobKind<Project, { run: RunId }> = {
  kind: JUDGING,
  params: z.object({ run: runIdSchema }),
  topics: ['judgings'],
  meanwhile: ['judgings'],
  run: runJudging,
  lane: () => 'provider',
  onCancelled: ({ database }, { run }) => endJudging(database, run, 'cancelled'),
};
