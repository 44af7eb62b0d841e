import { z } from 'zod';
import { runIdSchema, type Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunAccount } from '#shared/contract/lasting-runs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { Project } from '../project.ts';
import { corpusFingerprint } from '../store/corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../store/database.ts';
import { accountOf } from '../store/models/model-call-table.ts';
import { latestJobOfRun } from '../store/runs/job-table.ts';
import {
  allRuns,
  findAnyRun,
  finishRun,
  type RunKind,
  type RunRow,
  startRun,
  updateRunParams,
} from '../store/runs/run-table.ts';
import { breathe } from './breather.ts';
import type { JobContext, JobKind } from './job.ts';
import { pausedWhereStopped } from './run-asking.ts';

export async function accountOfRun(database: ReadDatabase, run: RunId): Promise<RunAccount> {
  const { requests, cached, retries, inputTokens, outputTokens, costUsd, unconfirmedUsd } = await accountOf(
    database,
    run,
    breathe,
  );
  return {
    requests,
    cached,
    retries,
    tokens: { input: inputTokens, output: outputTokens },
    costUsd,
    unconfirmedUsd,
  };
}

const resultSchema = z.object({ state: z.enum(['done', 'cancelled']), seconds: z.number() });
type Result = z.infer<typeof resultSchema>;

export interface LastingRun<Params> extends Pick<RunRow, 'state' | 'startedAt' | 'finishedAt'> {
  readonly run: RunId;
  readonly params: Params;
  /** Null if the run has not ended, or if its kind stores another result. */
  readonly result: Result | null;
}

interface Continuation<Params> {
  readonly input: { readonly run: RunId; readonly limits?: Partial<Params> | undefined };
  readonly project: Project;
}

const STATE_WITHOUT_JOB = { running: 'cancelled', done: 'done', failed: 'cancelled' } as const;

/**
 * Returns the functions for all lasting runs of a kind. `words` names one run, such as "batch run", and `keeps` the
 * stored results, such as "answers". `tagger` is for kinds that several taggers share; `outcome` is for a kind that
 * stores a result.
 */
export function lastingRuns<Params extends { readonly seed: number }, Outcome extends object = object>({
  kind,
  words,
  whose = '',
  keeps,
  params: paramsSchema,
  isOwn = () => true,
  tagger = null,
  settingsStay = false,
  outcome: outcomeSchema,
  end: endOwn,
}: {
  readonly kind: string;
  readonly words: string;
  readonly whose?: string;
  readonly keeps: string;
  readonly params: z.ZodType<Params>;
  isOwn?(params: RunRow['params']): boolean;
  readonly tagger?: string | null;
  readonly settingsStay?: boolean;
  readonly outcome?: z.ZodType<Outcome>;
  end?(database: WriteDatabase, run: RunId): void;
}) {
  const toRow = ({ id: run, params, state, startedAt, finishedAt, result }: RunRow): LastingRun<Params> => ({
    run,
    params: paramsSchema.parse(params),
    state,
    startedAt,
    finishedAt,
    result: resultSchema.nullable().catch(null).parse(result),
  });

  const list = (database: ReadDatabase): LastingRun<Params>[] =>
    allRuns(database, kind)
      .filter(({ params }) => isOwn(params))
      .map(toRow);

  /** @throws DialogramError NOT_FOUND */
  const require = (database: ReadDatabase, run: RunId): LastingRun<Params> => {
    const row = findAnyRun(database, kind, run);
    if (row && isOwn(row.params)) return toRow(row);
    throw new DialogramError('NOT_FOUND', `There is no ${words} ${run}${whose} in this project.`, {
      value: String(run),
      nextStep: `List the ${words}s to find the right one.`,
    });
  };

  /** Returns the latest job of a run; if `open` is true, only a job that may still be continued. */
  const jobOf = (database: ReadDatabase, run: RunId, open = false): JobId | null =>
    latestJobOfRun(database, kind, run, open, tagger);

  const note = (database: WriteDatabase, params: Params): RunId =>
    startRun(database, {
      kind,
      params: { ...params },
      seed: params.seed,
      inputFingerprint: corpusFingerprint(database),
    });

  /**
   * Continues a paused run with changed parameters, which `check` may refuse. @throws INVALID if it is not paused,
   * NOT_FOUND
   */
  const goOn = (
    project: Project,
    run: RunId,
    change: Partial<Params> | undefined,
    check: (project: Project, changed: Params) => unknown,
  ): { job: JobId } => {
    const { database, jobs } = project;
    const { params } = require(database, run);
    const id = jobOf(database, run, true);
    const job = id === null ? null : jobs.get(id);
    if (!job || (job.state !== 'paused' && job.state !== 'failed')) {
      const named = `${words.charAt(0).toUpperCase()}${words.slice(1)} ${run}`;
      throw new DialogramError('INVALID', `${named} is not paused. Only a paused run can be continued.`, {
        value: job?.state ?? 'ended',
        nextStep: job
          ? 'Pause the run first.'
          : `Start a new run. You do not pay again for the ${keeps} that you already have.`,
      });
    }
    const changed = { ...params, ...change };
    check(project, changed);
    updateRunParams(database, run, { ...changed });
    jobs.resume(job.id);
    return { job: job.id };
  };

  const end = (database: WriteDatabase, run: RunId, state: Result['state'], outcome?: Outcome): void => {
    const row = require(database, run);
    if (row.state !== 'running') return;
    const seconds = (Date.now() - Date.parse(row.startedAt)) / 1000;
    finishRun(database, run, new Date().toISOString(), { state, seconds, ...outcome } satisfies Result);
  };

  /** Returns the stored outcome; null if the run has not ended or was canceled. */
  const outcomeOf = (database: ReadDatabase, run: RunId): Outcome | null =>
    outcomeSchema?.safeParse(findAnyRun(database, kind, run)?.result).data ?? null;

  /** Defines the job of a run that asks a model. @param work does the work that is left and returns the result */
  const askingJob = (
    topic: Topic,
    work: (project: Project, run: RunId, context: JobContext) => Promise<Outcome | undefined>,
  ): JobKind<Project, { run: RunId }> => ({
    kind,
    params: z.object({ run: runIdSchema }),
    topics: [topic],
    meanwhile: [topic],
    async run(project, { run }, context) {
      end(project.database, run, 'done', await pausedWhereStopped(work(project, run, context)));
      return { run };
    },
    lane: () => 'provider',
    onCancelled: ({ database }, { run }) => end(database, run, 'cancelled'),
  });

  const start = (
    project: Project,
    job: JobKind<Project, { run: RunId }>,
    title: string,
    plan: () => { readonly params: Params },
  ) => {
    project.jobs.requireNoneAlone();
    const run = note(project.database, plan().params);
    const asked = { run, ...(tagger === null ? {} : { tagger }) };
    return { job: project.jobs.start(job, title, asked), run };
  };

  /** Ends runs without a job, because nobody could continue them. */
  const endOrphans = ({ database }: Pick<Project, 'database'>): void => {
    for (const { run, state } of list(database))
      if (state === 'running' && jobOf(database, run, true) === null)
        endOwn ? endOwn(database, run) : end(database, run, 'cancelled');
  };

  const numberOf = (database: ReadDatabase, run: RunId): number =>
    allRuns(database, kind).filter(({ id, params }) => id <= run && isOwn(params)).length;

  const standings = ({ database, jobs }: Pick<Project, 'database' | 'jobs'>) => {
    const known = new Map(jobs.list().map((job) => [job.id, job]));
    return ({ run, state: own, startedAt, finishedAt, result }: LastingRun<Params>) => {
      const job = jobOf(database, run);
      const now = job === null ? undefined : known.get(job);
      const state = result?.state ?? now?.state ?? STATE_WITHOUT_JOB[own];
      const reason = state === 'paused' ? (now?.reason ?? null) : null;
      return {
        run,
        number: numberOf(database, run),
        job,
        state,
        reason,
        startedAt,
        finishedAt,
        seconds: result?.seconds ?? null,
      };
    };
  };

  /** Returns runs for lists and pages, newest first. @param own returns the fields of the kind, besides the status */
  const presented = <Own extends object>(
    project: Pick<Project, 'database' | 'jobs'>,
    own: (database: ReadDatabase, row: LastingRun<Params>) => Own,
    rows = list(project.database),
  ) => {
    const { database } = project;
    const standingOf = standings(project);
    return Promise.all(
      rows.map(async (row) => ({
        ...standingOf(row),
        settings: row.params,
        account: await accountOfRun(database, row.run),
        ...own(database, row),
      })),
    );
  };

  /** Returns the methods to start and continue runs. @param plan throws if the settings are invalid */
  const methodsOf = <Settings>(
    job: JobKind<Project, { run: RunId }>,
    titleOf: (settings: Settings, project: Project) => string,
    plan: ((project: Project, settings: Settings) => { readonly params: Params }) &
      ((project: Project, changed: Params) => unknown),
  ) => ({
    start: ({ input, project }: { readonly input: Settings; readonly project: Project }) =>
      start(project, job, titleOf(input, project), () => plan(project, input)),
    goOn: ({ input: { run, limits }, project }: Continuation<Params>) => goOn(project, run, limits, plan),
  });

  const runKind: RunKind = { kind, tagger, lasts: true, settingsStay };

  const partsOf = (job: JobKind<Project, unknown>) => ({ runs: [runKind], jobs: [job], onOpen: endOrphans });

  return {
    partsOf,
    list,
    numberOf,
    require,
    note,
    start,
    methodsOf,
    goOn,
    end,
    askingJob,
    outcomeOf,
    standings,
    presented,
  };
}
