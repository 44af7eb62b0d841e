import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { columnKey } from '#shared/contract/generation.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { type JudgedPairHead, type JudgingRun, judgingSettingsSchema } from '#shared/contract/judging.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { countPairs } from '../../store/judging-table.ts';
import { accountOf } from '../../store/model-call-table.ts';
import { finishRun } from '../../store/run-table.ts';
import { type BatchRunRow, headOf, requireBatchRun } from '../batch/batch-runs.ts';
import type { ComparedPair } from './compared-pairs.ts';

export const JUDGING = 'judging';

/** Everything that shapes a judging run, as it is kept with the run. */
export const judgingParamsSchema = judgingSettingsSchema.extend({
  promptVersion: z.int(),
  /** Places of columns in the batch run: [baseline, column]. */
  pairs: z.array(z.tuple([z.int(), z.int()])),
  /** Turns or dialogues drawn. */
  items: z.int(),
});
export type JudgingParams = z.infer<typeof judgingParamsSchema>;

export const judgingJobSchema = z.object({ run: runIdSchema });

const resultSchema = z.object({ state: z.enum(['done', 'cancelled']), seconds: z.number() });
type JudgingResult = z.infer<typeof resultSchema>;

export interface JudgingRunRow {
  readonly run: RunId;
  readonly params: JudgingParams;
  readonly state: 'running' | 'done';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: JudgingResult | null;
}

type RawRow = Omit<JudgingRunRow, 'params' | 'result'> & {
  readonly params: string;
  readonly result: string | null;
};

const SELECT = `SELECT id AS run, params, state, started_at AS startedAt, finished_at AS finishedAt, result
  FROM runs WHERE kind = '${JUDGING}'`;

const toRow = ({ params, result, ...row }: RawRow): JudgingRunRow => ({
  ...row,
  params: judgingParamsSchema.parse(JSON.parse(params)),
  result: result === null ? null : resultSchema.parse(JSON.parse(result)),
});

/** Newest first; of one batch run or of all. */
export function listJudgingRuns(database: ReadDatabase, batch: RunId | null = null): JudgingRunRow[] {
  return database
    .prepare<{ batch: RunId | null }, RawRow>(
      `${SELECT} AND (@batch IS NULL OR params ->> '$.batch' = @batch) ORDER BY id DESC`,
    )
    .all({ batch })
    .map(toRow);
}

/** @throws DialogramError NOT_FOUND */
export function requireJudgingRun(database: ReadDatabase, run: RunId): JudgingRunRow {
  const row = database.prepare<[number], RawRow>(`${SELECT} AND id = ?`).get(run);
  if (row) return toRow(row);
  throw new DialogramError('NOT_FOUND', `There is no judging run ${run} in this project.`, {
    value: String(run),
    nextStep: 'List the judging runs to see which there are.',
  });
}

/** Ends a run with what it has judged; that stays. */
export function endJudging(database: WriteDatabase, run: RunId, state: JudgingResult['state']): void {
  const row = requireJudgingRun(database, run);
  if (row.state !== 'running') return;
  const seconds = (Date.now() - Date.parse(row.startedAt)) / 1000;
  finishRun(database, run, new Date().toISOString(), { state, seconds } satisfies JudgingResult);
}

/** Ends runs whose job is gone: nobody could go on with them. */
export function endOrphanedJudgings(database: WriteDatabase): void {
  for (const { run, state } of listJudgingRuns(database)) {
    if (state === 'running' && jobOfJudging(database, run, true) === null)
      endJudging(database, run, 'cancelled');
  }
}

/** The latest job of a run; with `open`, only one that may still go on. */
export function jobOfJudging(database: ReadDatabase, run: RunId, open = false): JobId | null {
  const states = open ? `AND state IN ('queued', 'running', 'paused', 'failed')` : '';
  return (
    (database
      .prepare(
        `SELECT id FROM jobs WHERE kind = '${JUDGING}' AND params ->> '$.run' = ? ${states}
         ORDER BY created_at DESC LIMIT 1`,
      )
      .pluck()
      .get(run) as JobId | undefined) ?? null
  );
}

export const headsOf = (pairs: readonly ComparedPair[], { params }: BatchRunRow): JudgedPairHead[] =>
  pairs.map(([baseline, column], pair) => ({
    pair,
    baseline: headOf(params.columns[baseline]),
    column: headOf(params.columns[column]),
  }));

export const keysOf = ([baseline, column]: ComparedPair, { params }: BatchRunRow) => ({
  baseline: columnKey(params.columns[baseline]),
  column: columnKey(params.columns[column]),
});

/** What a run's requests came to so far. */
export async function accountOfJudging(database: ReadDatabase, run: RunId): Promise<JudgingRun['account']> {
  const { requests, cached, retries, inputTokens, outputTokens, costUsd } = await accountOf(
    database,
    run,
    breathe,
  );
  // Without a request nothing was spent, whatever it would have cost.
  return {
    requests,
    cached,
    retries,
    tokens: { input: inputTokens, output: outputTokens },
    costUsd: requests === 0 ? 0 : costUsd,
  };
}

/** A run as lists and pages show it. @param jobNow the state of its job, if it is still known */
export async function presentJudging(
  database: ReadDatabase,
  { run, params, startedAt, finishedAt, result }: JudgingRunRow,
  jobNow: (job: JobId) => Pick<Job, 'state' | 'reason'> | null,
): Promise<JudgingRun> {
  const { pairs, items, ...settings } = params;
  const batch = requireBatchRun(database, params.batch);
  const job = jobOfJudging(database, run);
  const now = job === null ? null : jobNow(job);
  const state: JobState = result ? result.state : (now?.state ?? 'cancelled');
  const counted = countPairs(database, run);
  return {
    run,
    job,
    state,
    reason: state === 'paused' ? (now?.reason ?? null) : null,
    settings,
    unit: batch.params.answering.unit,
    pairs: headsOf(pairs, batch),
    startedAt,
    finishedAt,
    items,
    pairsInAll: items * pairs.length,
    ...counted,
    account: await accountOfJudging(database, run),
    seconds: result?.seconds ?? null,
    warnings: warningsOf(counted.counts, settings, batch),
  };
}

function warningsOf(
  { unanswered }: { readonly unanswered: number },
  { judge }: JudgingRun['settings'],
  { params, result }: BatchRunRow,
): string[] {
  const warnings: string[] = [];
  if (unanswered > 0) {
    const what = unanswered === 1 ? '1 pair of answers was' : `${unanswered} pairs of answers were`;
    const why =
      result?.state === 'done' ? 'a side has no answer, or not all of it' : 'the batch run has not ended';
    warnings.push(`${what} not asked about: ${why}.`);
  }
  if (params.columns.some(({ answerer }) => answerer.kind === 'model' && answerer.model === judge.model))
    warnings.push(`The judge ${judge.model} also wrote answers that it judges; it may favour its own.`);
  return warnings;
}
