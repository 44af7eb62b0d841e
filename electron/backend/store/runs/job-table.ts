import { z } from 'zod';
import { type Job, jobSchema } from '#shared/contract/jobs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, oneRow, oneValue, parseJson, sql } from '../statements.ts';

export interface StoredJob extends Omit<Job, 'secondsLeft' | 'pausable' | 'background'> {
  readonly params: unknown;
}

type RawJob = Omit<StoredJob, 'params' | 'result' | 'error' | 'reason'> & {
  readonly params: string;
  readonly result: string | null;
  readonly error: string | null;
  readonly reason: string | null;
};

const COLUMNS = `id, kind, title, params, state, phase, done, total, unit, started_at AS startedAt,
  finished_at AS finishedAt, result, error, reason`;

const toJob = ({ params, result, error, reason, ...row }: RawJob): StoredJob => ({
  ...row,
  params: parseJson(z.unknown(), params),
  result: parseJson(z.unknown(), result ?? 'null'),
  error: parseJson(jobSchema.shape.error, error ?? 'null'),
  reason: parseJson(jobSchema.shape.reason, reason ?? 'null'),
});

export function saveJob(database: WriteDatabase, job: StoredJob): void {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  change(database)`
    INSERT INTO jobs (id, kind, title, params, state, phase, done, total, unit, created_at, started_at,
      finished_at, result, error, reason)
    VALUES (${job.id}, ${job.kind}, ${job.title}, ${JSON.stringify(job.params)}, ${job.state}, ${job.phase},
      ${job.done}, ${job.total}, ${job.unit}, ${new Date().toISOString()}, ${job.startedAt},
      ${job.finishedAt}, ${json(job.result)}, ${json(job.error)}, ${json(job.reason)})
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, phase = excluded.phase, done = excluded.done,
      total = excluded.total, unit = excluded.unit, started_at = excluded.started_at,
      finished_at = excluded.finished_at, result = excluded.result, error = excluded.error,
      reason = excluded.reason`;
}

export function listJobs(database: ReadDatabase): StoredJob[] {
  return allRows<RawJob>(database)`SELECT ${sql(COLUMNS)} FROM jobs ORDER BY created_at DESC, id`.map(toJob);
}

export function findJob(database: ReadDatabase, id: JobId): StoredJob | null {
  const row = oneRow<RawJob>(database)`SELECT ${sql(COLUMNS)} FROM jobs WHERE id = ${id}`;
  return row ? toJob(row) : null;
}

export function endJob(database: WriteDatabase, id: JobId, result: unknown): void {
  change(database)`UPDATE jobs
    SET state = 'done', phase = 'done', finished_at = ${new Date().toISOString()}, error = NULL,
    result = ${JSON.stringify(result)}
    WHERE id = ${id}`;
}

/** Pauses the jobs that were running when the app crashed, until a person continues them. */
export function pauseInterruptedJobs(database: WriteDatabase): void {
  change(database)`UPDATE jobs
    SET state = 'paused', phase = 'interrupted',
    reason = ${JSON.stringify({ code: 'interrupted', message: 'The job was interrupted.' })}
    WHERE state IN ('queued', 'running')`;
  change(database)`UPDATE jobs SET state = 'cancelled' WHERE state = 'cancelling'`;
}

/** Returns the latest job of a kind that works on a run. With `open`, only a job that can still continue. */
export function latestJobOfRun(
  database: ReadDatabase,
  kind: string,
  run: RunId,
  open: boolean,
  tagger: string | null = null,
): JobId | null {
  const id = oneValue<JobId>(database)`
    SELECT id FROM jobs WHERE kind = ${kind} AND params ->> '$.run' = ${run}
    AND (${tagger} IS NULL OR params ->> '$.tagger' = ${tagger})
    ${sql(open ? `AND state IN ('queued', 'running', 'paused', 'failed')` : '')}
    ORDER BY created_at DESC LIMIT 1`;
  return id ?? null;
}
