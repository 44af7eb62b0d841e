import { z } from 'zod';
import { type BatchRun, batchSettingsSchema } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type AnswerColumn, columnKey, NO_EXAMPLES } from '#shared/contract/generation.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { LSA_NAME } from '../../providers/embeddings/lsa-encoder.ts';
import { countBatch } from '../../store/batch-run-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { finishRun } from '../../store/run-table.ts';
import { type ComparedMethod, methodInfo } from '../retrieval/methods.ts';

export const BATCH = 'batch';

/** Everything that shapes a batch run, as it is kept with the run. */
export const batchParamsSchema = batchSettingsSchema.extend({
  tagger: z.string(),
  /** Turns or dialogues there were to draw from. */
  heldOut: z.int(),
  /** States of tags and dialogues that rows were made in; more than one where they changed in a pause. */
  versions: z.array(z.string()),
});
export type BatchParams = z.infer<typeof batchParamsSchema>;

export const batchResultSchema = z.object({ state: z.enum(['done', 'cancelled']), seconds: z.number() });
export type BatchResult = z.infer<typeof batchResultSchema>;

export interface BatchRunRow {
  readonly run: RunId;
  readonly params: BatchParams;
  readonly state: 'running' | 'done';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: BatchResult | null;
}

interface RawRow {
  readonly run: RunId;
  readonly params: string;
  readonly state: 'running' | 'done';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: string | null;
}

const SELECT = `SELECT id AS run, params, state, started_at AS startedAt, finished_at AS finishedAt, result
  FROM runs WHERE kind = '${BATCH}'`;

const toRow = ({ params, result, ...row }: RawRow): BatchRunRow => ({
  ...row,
  params: batchParamsSchema.parse(JSON.parse(params)),
  result: result === null ? null : batchResultSchema.parse(JSON.parse(result)),
});

export function listBatchRuns(database: ReadDatabase): BatchRunRow[] {
  return database.prepare<[], RawRow>(`${SELECT} ORDER BY id DESC`).all().map(toRow);
}

/** @throws DialogramError NOT_FOUND */
export function requireBatchRun(database: ReadDatabase, run: RunId): BatchRunRow {
  const row = database.prepare<[number], RawRow>(`${SELECT} AND id = ?`).get(run);
  if (row) return toRow(row);
  throw new DialogramError('NOT_FOUND', `There is no batch run ${run} in this project.`, {
    value: String(run),
    nextStep: 'List the batch runs to see which there are.',
  });
}

/** Ends a run with what it has done; what it did stays. */
export function endBatchRun(database: WriteDatabase, run: RunId, state: BatchResult['state']): void {
  const row = requireBatchRun(database, run);
  if (row.state !== 'running') return;
  const seconds = (Date.now() - Date.parse(row.startedAt)) / 1000;
  finishRun(database, run, new Date().toISOString(), { state, seconds } satisfies BatchResult);
}

/** Ends runs whose job is gone: nobody could go on with them. */
export function endOrphanedBatches(database: WriteDatabase): void {
  for (const { run, state } of listBatchRuns(database)) {
    if (state === 'running' && jobOfBatch(database, run, true) === null)
      endBatchRun(database, run, 'cancelled');
  }
}

/** The latest job of a run; with `open`, only one that may still go on. */
export function jobOfBatch(database: ReadDatabase, run: RunId, open = false): JobId | null {
  const states = open ? `AND state IN ('queued', 'running', 'paused', 'failed')` : '';
  return (
    (database
      .prepare(
        `SELECT id FROM jobs WHERE kind = '${BATCH}' AND params ->> '$.run' = ? ${states}
         ORDER BY created_at DESC LIMIT 1`,
      )
      .pluck()
      .get(run) as JobId | undefined) ?? null
  );
}

/** "BM25, last turn", or with a model "BM25, last turn · gpt-4o-mini". */
export function columnTitle({ method, answerer }: AnswerColumn): string {
  const name = method === NO_EXAMPLES ? 'No examples' : methodInfo(method as ComparedMethod).title;
  if (answerer.kind === 'model') return `${name} · ${answerer.model}`;
  return answerer.kind === 'first' ? `${name} · first example` : name;
}

export const headOf = (column: AnswerColumn) => ({
  key: columnKey(column),
  column,
  title: columnTitle(column),
});

const UNIT = { 'next-turn': 'turns', 'whole-dialogue': 'dialogues' } as const;

/** A run as lists and pages show it. @param jobNow the state of its job, if it is still known */
export function presentBatch(
  database: ReadDatabase,
  row: BatchRunRow,
  jobNow: (job: JobId) => Pick<Job, 'state' | 'reason'> | null,
): BatchRun {
  const { run, params, startedAt, finishedAt, result } = row;
  const { tagger, heldOut, versions, ...settings } = params;
  const counts = countBatch(database, run);
  const job = jobOfBatch(database, run);
  const now = job === null ? null : jobNow(job);
  const state: JobState = result ? result.state : (now?.state ?? 'cancelled');
  return {
    run,
    job,
    state,
    reason: state === 'paused' ? (now?.reason ?? null) : null,
    settings,
    columns: settings.columns.map(headOf),
    encoder: LSA_NAME,
    tagger,
    startedAt,
    finishedAt,
    items: counts.items,
    heldOut,
    rows: counts.rows,
    rowsInAll: counts.items * settings.columns.length,
    failed: counts.failed,
    seconds: result?.seconds ?? null,
    warnings: [
      ...(counts.items < settings.sample
        ? [`Only ${heldOut} ${UNIT[settings.answering.unit]} are held out from the index; all are asked.`]
        : []),
      ...(versions.length > 1
        ? [
            'Tags or dialogues changed while this run was paused: its rows were not all made in the same state.',
          ]
        : []),
    ],
  };
}
