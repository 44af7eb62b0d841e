import { type AgentSpec, modelOf, type RetrievalAgent } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import type { JobContext } from '../../jobs/job.ts';
import { mostThreads } from '../../machine/threads.ts';
import { type BatchCellRow, type BatchItemRow, missingCells } from '../../store/comparing/batch-run-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { rankingRun, requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import type { ChosenEncoders } from '../comparison/index.ts';
import type { ComparedMethod } from '../retrieval/index.ts';
import { HELD_OUT_SHARE } from '../retrieval/index.ts';
import type { BatchParams } from './batch-runs.ts';
import type { LocalColumn } from './open-batch.ts';

/** With fewer answers, a second thread costs more for its index than it saves. */
const ANSWERS_WORTH_A_THREAD = 1500;
/** Turns per request to a thread: the most that a kill can lose. */
const TURNS_PER_QUESTION = 16;

export interface BatchWork {
  readonly database: WriteDatabase;
  readonly path: string;
  readonly run: RunId;
  readonly params: BatchParams;
  readonly items: readonly BatchItemRow[];
  readonly context: JobContext;
  readonly encoders: ChosenEncoders;
  readonly write: (rows: readonly BatchCellRow[]) => void;
}

export function openBatchThread(work: BatchWork): Promise<ResidentOf<'batch', 'openBatch'>> {
  const { database, path, params, context, encoders } = work;
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
  };
  return stayInThread('batch', 'openBatch', [input], {
    signal: context.signal,
    onProgress: (phase) => context.report({ phase, done: 0, total: null, unit: 'answers' }),
  });
}

/** Returns true if an answer is copied from examples, which separate threads do fastest. */
export const isAnsweredLocally = (agent: AgentSpec): agent is RetrievalAgent =>
  agent.kind === undefined && modelOf(agent) === null;

/** Answers the missing cells of columns without a model; rows are committed as they come. */
export async function answerWithoutModel(work: BatchWork): Promise<void> {
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
    item: known(items[item], `item ${item}`),
    columns: columns.filter(({ index }) => indexes.includes(index)),
  }));
  if (missing.length === 0) return;
  const answers = missing.reduce((sum, { item, columns: own }) => sum + item.rounds.length * own.length, 0);
  const threads = answers < ANSWERS_WORTH_A_THREAD ? 1 : Math.min(2, mostThreads());
  const total = items.length * columns.length;
  let done = total - missing.reduce((sum, { columns: own }) => sum + own.length, 0);
  let next = 0;
  const take = (): typeof missing => {
    const from = next;
    for (let turns = 0; next < missing.length && turns < TURNS_PER_QUESTION; next++)
      turns += missing[next]!.item.rounds.length;
    return missing.slice(from, next);
  };
  const serve = async (): Promise<void> => {
    const thread = await openBatchThread(work);
    const stop = (): void => void thread.close();
    context.signal.addEventListener('abort', stop, { once: true });
    try {
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
