import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { BatchSettings } from '#shared/contract/batch.ts';
import { type AgentSpec, modelOf, type RetrievalAgent } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import {
  type AskedModel,
  askingHostOf,
  openRunAsking,
  pausedWhereStopped,
  workAndWrite,
} from '../../jobs/run-asking.ts';
import { mostThreads } from '../../machine/threads.ts';
import type { Project } from '../../project.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  findCell,
  missingCells,
  readItems,
  rowWriter,
} from '../../store/comparing/batch-run-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import { rankingRun, requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import { type ChosenEncoders, sentenceVectors } from '../comparison/index.ts';
import { type AnswerWithExamples, openAnswering } from '../generation/index.ts';
import { type ComparedMethod, HELD_OUT_SHARE } from '../retrieval/index.ts';
import { BATCH, type BatchParams, batchRuns } from './batch-rows.ts';
import type { LocalColumn } from './open-batch.ts';
import { beginBatch, drawSample } from './start-batch.ts';

/** With fewer answers than this, a second thread costs more time than it saves. */
const ANSWERS_WORTH_A_THREAD = 1500;
/** Turns per request to a thread. If the app is killed, at most these answers are lost. */
const TURNS_PER_QUESTION = 16;

interface BatchWork {
  readonly database: WriteDatabase;
  readonly path: string;
  readonly run: RunId;
  readonly params: BatchParams;
  readonly items: readonly BatchItemRow[];
  readonly context: JobContext;
  readonly encoders: ChosenEncoders;
  readonly resources: string;
  readonly write: (rows: readonly BatchCellRow[]) => void;
  /** Once per run. */
  readonly check: (thread: BatchThread) => Promise<void>;
}

type BatchThread = ResidentOf<'batch', 'openBatch'>;

/** Turns that are drawn to check the figures of the text. */
const CHECKED_TURNS = 400;

function openBatchThread(work: BatchWork): Promise<BatchThread> {
  const { database, path, params, context, encoders, resources } = work;
  const ranking = rankingRun(database, requireTaggingRun(database, params.run as RunId));
  const input = {
    path,
    run: params.run as RunId,
    tagger: params.tagger,
    ranking: ranking && { run: ranking.id, tagger: ranking.tagger },
    heldOutShare: HELD_OUT_SHARE,
    examples: params.answering.examples,
    seed: params.answering.seed,
    encoders,
    // Encoding takes longer than finding examples, and copied answers need no second figure of meaning.
    resources: params.columns.every(isAnsweredLocally) ? null : resources,
  };
  return stayInThread('batch', 'openBatch', [input], {
    signal: context.signal,
    onProgress: (phase) => context.report({ phase, done: 0, total: null, unit: 'answers' }),
  });
}

const isAnsweredLocally = (agent: AgentSpec): agent is RetrievalAgent =>
  agent.kind === undefined && modelOf(agent) === null;

async function answerWithoutModel(work: BatchWork): Promise<void> {
  const { database, run, params, items, context } = work;
  const columns = params.columns.flatMap((column, index): LocalColumn[] =>
    isAnsweredLocally(column) && column.answerer.kind !== 'model'
      ? [{ index, method: column.method as ComparedMethod, answerer: column.answerer.kind }]
      : [],
  );
  const missing = [
    ...missingCells(
      database,
      run,
      columns.map(({ index }) => index),
      false,
    ),
  ].map(([item, indexes]) => ({
    item: required(items[item], `item ${item}`),
    columns: columns.filter(({ index }) => indexes.includes(index)),
  }));
  if (missing.length === 0) return;
  const answers = missing.reduce((sum, { item, columns: own }) => sum + item.turns.length * own.length, 0);
  const threads = answers < ANSWERS_WORTH_A_THREAD ? 1 : Math.min(2, mostThreads());
  const total = items.length * columns.length;
  let done = total - missing.reduce((sum, { columns: own }) => sum + own.length, 0);
  let next = 0;
  const take = (): typeof missing => {
    const from = next;
    for (let turns = 0; next < missing.length && turns < TURNS_PER_QUESTION; next++)
      turns += missing[next]!.item.turns.length;
    return missing.slice(from, next);
  };
  const serve = async (): Promise<void> => {
    const thread = await openBatchThread(work);
    const stop = (): void => void thread.close();
    context.signal.addEventListener('abort', stop, { once: true });
    try {
      await work.check(thread);
      for (let share = take(); share.length > 0; share = take()) {
        context.signal.throwIfAborted();
        const rows = await thread.ask('answer', share);
        work.write(rows);
        done += rows.length;
        context.report({ phase: 'answering without a model', done, total, unit: 'answers' });
      }
    } finally {
      context.signal.removeEventListener('abort', stop);
      await thread.close();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: threads }, serve));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Stores each answer as soon as it arrives. If a crash loses an answer, the project's cache still has it. */
async function askForRows(project: Project, work: BatchWork): Promise<void> {
  const { database, run, params, items, context } = work;
  const indexes = params.columns.flatMap((column, index) => (isAnsweredLocally(column) ? [] : [index]));
  const missing = [...missingCells(database, run, indexes, true)];
  if (missing.length === 0) return;
  const total = items.length * indexes.length;
  let done = total - missing.reduce((sum, [, own]) => sum + own.length, 0);
  const report = (): void => context.report({ phase: 'asking for answers', done, total, unit: 'answers' });
  const askers = await openAskers(project, work);
  context.report({ phase: 'building the index', done, total, unit: 'answers' });
  const answering = await openAnswering(project, params.run, params.answering);
  const scorer = await openBatchThread(work);
  const stop = (): void => void scorer.close();
  context.signal.addEventListener('abort', stop, { once: true });

  const answerItem = async (
    item: BatchItemRow,
    own: readonly number[],
    keep: (row: BatchCellRow) => void,
  ): Promise<void> => {
    const agentAt = (index: number): AgentSpec => required(params.columns[index], `column ${index}`);
    const turn =
      params.answering.unit === 'next-turn' ? required(item.turns[0], `turn of item ${item.item}`) : null;
    const ask = await answering.at(item.dialogue, turn, own.map(agentAt));
    await eachInTurn(own, async (columnIndex) => {
      context.signal.throwIfAborted();
      const agent = agentAt(columnIndex);
      const answered = await ask(agent, { signal: context.signal, asker: askers.of(agent) });
      // If the server refuses everything, the run pauses until a person continues it.
      askers.throwIfStopped();
      if (!isKnownFailure(item, columnIndex, answered)) keep(await rowOf(item, columnIndex, answered));
      done++;
      report();
    });
  };
  const isKnownFailure = (
    { item, turns }: BatchItemRow,
    columnIndex: number,
    { answer }: AnswerWithExamples,
  ): boolean => {
    if (!answer.cached || answer.problem === null) return false;
    const cell = findCell(database, run, item, columnIndex);
    return cell?.problem === answer.problem && isSaid(cell.answers, textsOf(turns, answer));
  };
  const rowOf = async (
    item: BatchItemRow,
    columnIndex: number,
    { answer, found }: AnswerWithExamples,
  ): Promise<BatchCellRow> => {
    const answers = textsOf(item.turns, answer);
    const measures = await scorer.ask('score', item, answers);
    const [only] = [...found.values()];
    return {
      item: item.item,
      columnIndex,
      answers,
      measures,
      examples: {
        found: [...found].flatMap(([turn, { candidates }]) =>
          candidates.map((one) => [turn, one.dialogue, one.turn, Number(one.score.toPrecision(6))] as const),
        ),
        answers: [],
      },
      route: answer.grounds
        ? JSON.stringify({ grounds: answer.grounds })
        : only?.route
          ? JSON.stringify(only.route.route)
          : null,
      prompt: answer.prompt && JSON.stringify(answer.prompt),
      promptVersion: answer.promptVersion,
      tokens: answer.tokens,
      costUsd: answer.costUsd,
      cached: answer.cached,
      latencyMs: answer.latencyMs,
      problem: answer.problem,
    };
  };

  const left = missing.reverse();
  try {
    await work.check(scorer);
    report();
    await workAndWrite<(typeof left)[number], BatchCellRow>(
      askers.atOnce,
      () => left.pop() ?? null,
      ([item, own], keep) => answerItem(required(items[item], `item ${item}`), own, keep),
      work.write,
    );
  } finally {
    context.signal.removeEventListener('abort', stop);
    await scorer.close();
  }
}

function textsOf(asked: readonly number[], { turns }: AnswerWithExamples['answer']): (string | null)[] {
  const texts = new Map(turns.map(({ turn, text }) => [turn, text]));
  return asked.map((turn) => texts.get(turn) ?? null);
}

const isSaid = (one: readonly (string | null)[], other: readonly (string | null)[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const AT_ONCE_HERE = 4;

async function openAskers(project: Project, { run, params, context }: BatchWork) {
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const askers = new Map<string, Asker>();
  let stopped: AskingStopped | null = null;
  let most = 0;
  for (const model of params.columns.map(modelOf)) {
    if (model === null || askers.has(keyOf(model))) continue;
    const { asker, atOnce } = await open(model);
    most = Math.max(most, atOnce);
    askers.set(keyOf(model), {
      async ask(question, watch) {
        try {
          return await asker.ask(question, watch);
        } catch (error) {
          if (error instanceof AskingStopped) stopped ??= error;
          throw error;
        }
      },
    });
  }
  return {
    /** The number of requests at the same time. Without a model, an answer only takes time on this machine. */
    atOnce: most || AT_ONCE_HERE,
    of(agent: AgentSpec): Asker | undefined {
      const model = modelOf(agent);
      return model === null ? undefined : askers.get(keyOf(model));
    },
    throwIfStopped(): void {
      if (stopped) throw stopped;
    },
  };
}

const keyOf = ({ provider, model }: AskedModel): string => `${provider} ${model}`;

const batchJobSchema = z.object({ run: runIdSchema, models: z.boolean() });
type BatchJob = z.infer<typeof batchJobSchema>;

const jobParamsOf = (run: RunId, { columns }: Pick<BatchParams, 'columns'>) => ({
  run,
  models: !columns.every(isAnsweredLocally),
});

/** Answers without models come first, in threads. The job can be killed and continued at any point. */
async function runBatch(project: Project, { run }: BatchJob, context: JobContext): Promise<{ run: RunId }> {
  const { database, path } = project;
  const { params: before } = batchRuns.require(database, run);
  const version = `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;
  const versions = [...new Set([...before.versions, version])];
  const params: BatchParams = { ...before, versions };
  updateRunParams(database, run, { ...params });
  let isChecked = params.checks !== undefined || params.answering.unit !== 'next-turn';
  const work: BatchWork = {
    database,
    path,
    run,
    params,
    items: readItems(database, run),
    context,
    encoders: project.use(sentenceVectors).chosen(),
    resources: project.app.resources,
    write: rowWriter(database, run),
    async check(thread) {
      if (isChecked) return;
      isChecked = true;
      const { items } = await drawSample(
        database,
        { unit: 'next-turn', count: CHECKED_TURNS, seed: params.seed, heldOut: false },
        context.signal,
      );
      updateRunParams(database, run, { ...params, checks: await thread.ask('check', items) });
    },
  };
  await answerWithoutModel(work);
  await pausedWhereStopped(askForRows(project, work));
  batchRuns.end(database, run, 'done');
  return { run };
}

export const batchJob: JobKind<Project, BatchJob> = {
  kind: BATCH,
  params: batchJobSchema,
  topics: ['batches'],
  meanwhile: ['batches'],
  run: runBatch,
  lane: ({ models }) => (models ? 'provider' : 'local'),
  pausable: true,
  onCancelled: ({ database }, { run }) => batchRuns.end(database, run, 'cancelled'),
};

/** @param background true if nobody waits for it */
export async function startBatch(
  project: Project,
  settings: BatchSettings,
  signal?: AbortSignal,
  background = false,
) {
  project.jobs.requireNoneAlone();
  const { run, params } = await beginBatch(project, settings, signal);
  const { length } = params.columns;
  const title = `Batch run ${batchRuns.numberOf(project.database, run)} of ${length} ${length === 1 ? 'column' : 'columns'}`;
  return { job: project.jobs.start(batchJob, title, jobParamsOf(run, params), background), run };
}
