import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../store/database.ts';
import { latestJobOfRun } from '../store/runs/job-table.ts';
import { allRuns, findAnyRun, finishRun, type RunRow } from '../store/runs/run-table.ts';

const resultSchema = z.object({ state: z.enum(['done', 'cancelled']), seconds: z.number() });
type Result = z.infer<typeof resultSchema>;

/** A run that several jobs may take part in: it pauses, and what it has done stays however it ends. */
export interface LastingRun<Params> {
  readonly run: RunId;
  readonly params: Params;
  readonly state: RunRow['state'];
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: Result | null;
}

/** The state of a job, if it is still known. */
export type JobNow = (job: JobId) => Pick<Job, 'state' | 'reason'> | null;

/**
 * The lasting runs of a kind; their jobs have the same kind, and the run's id among their parameters.
 *
 * @param words what one is called, such as "batch run"
 */
export function lastingRuns<Params>(kind: string, words: string, paramsSchema: z.ZodType<Params>) {
  const toRow = ({ id: run, params, state, startedAt, finishedAt, result }: RunRow): LastingRun<Params> => ({
    run,
    params: paramsSchema.parse(params),
    state,
    startedAt,
    finishedAt,
    result: resultSchema.nullable().parse(result),
  });

  /** Newest first. */
  const list = (database: ReadDatabase): LastingRun<Params>[] => allRuns(database, kind).map(toRow);

  /** @throws DialogramError NOT_FOUND */
  const require = (database: ReadDatabase, run: RunId): LastingRun<Params> => {
    const row = findAnyRun(database, kind, run);
    if (row) return toRow(row);
    throw new DialogramError('NOT_FOUND', `There is no ${words} ${run} in this project.`, {
      value: String(run),
      nextStep: `List the ${words}s to see which there are.`,
    });
  };

  /** The latest job of a run; with `open`, only one that may still go on. */
  const jobOf = (database: ReadDatabase, run: RunId, open = false): JobId | null =>
    latestJobOfRun(database, kind, run, open);

  /** Ends a run with what it has done. */
  const end = (database: WriteDatabase, run: RunId, state: Result['state']): void => {
    const row = require(database, run);
    if (row.state !== 'running') return;
    const seconds = (Date.now() - Date.parse(row.startedAt)) / 1000;
    finishRun(database, run, new Date().toISOString(), { state, seconds } satisfies Result);
  };

  /** Ends runs whose job is gone: nobody could go on with them. */
  const endOrphans = (database: WriteDatabase): void => {
    for (const { run, state } of list(database)) {
      if (state === 'running' && jobOf(database, run, true) === null) end(database, run, 'cancelled');
    }
  };

  /** How a run stands, for people. */
  const standingOf = (
    database: ReadDatabase,
    { run, startedAt, finishedAt, result }: LastingRun<Params>,
    jobNow: JobNow,
  ) => {
    const job = jobOf(database, run);
    const now = job === null ? null : jobNow(job);
    const state: JobState = result ? result.state : (now?.state ?? 'cancelled');
    const reason = state === 'paused' ? (now?.reason ?? null) : null;
    return { run, job, state, reason, startedAt, finishedAt, seconds: result?.seconds ?? null };
  };

  return { list, require, jobOf, end, endOrphans, standingOf };
}
