import { randomUUID } from 'node:crypto';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Job, JobKind, JobReason } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { translateError } from '../errors.ts';
import type { WriteDatabase } from '../store/database.ts';
import { findJob, listJobs, pauseInterruptedJobs, type StoredJob, saveJob } from '../store/runs/job-table.ts';

export interface JobProgress {
  /** The step at hand, e.g. "reading". */
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
}

export interface JobContext {
  readonly jobId: JobId;
  /** Aborted on cancel, pause and close, with a `JobStop`; the job ends within a second of it. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

/** Why a job is asked to stop: `close` and `pause` mean that it will go on later. */
export class JobStop extends Error {
  readonly why: 'cancel' | 'pause' | 'close';

  constructor(why: JobStop['why']) {
    super(`The job is to stop: ${why}.`);
    this.name = 'JobStop';
    this.why = why;
  }
}

/** Thrown by a job that cannot or should not go on by itself; resumed, it asks what is missing. */
export class JobPause extends Error {
  readonly reason: JobReason;

  constructor(reason: JobReason) {
    super(reason.message);
    this.name = 'JobPause';
    this.reason = reason;
  }
}

/** `local` jobs compute and write; `provider` jobs wait for a server most of the time. */
export type JobLane = 'local' | 'provider';

/** How a kind of job runs; what it returns becomes the job's result. */
export type JobFunction = (params: unknown, context: JobContext) => Promise<unknown>;

export type JobFunctions = Partial<Record<JobKind, JobFunction>>;

const PUBLISH_EVERY_MS = 100;
const SAVE_EVERY_MS = 1000;

const INTERRUPTED = {
  state: 'paused',
  phase: 'interrupted',
  finishedAt: null,
  reason: { code: 'interrupted', message: 'It was interrupted when the project closed.' },
} as const;
const PAUSED = {
  state: 'paused',
  phase: 'paused',
  finishedAt: null,
  reason: { code: 'person', message: 'You paused it.' },
} as const;

const hasEnded = (job: Pick<StoredJob, 'state'>): boolean =>
  job.state === 'done' || job.state === 'failed' || job.state === 'cancelled' || job.state === 'paused';

interface LiveJob {
  job: StoredJob;
  readonly abort: AbortController;
  startedMs: number;
  /** How far it was when it began this time; time left is told by what was done since. */
  doneBefore: number | null;
}

/**
 * Runs the jobs of one project and remembers them in the project file, so that what a crash interrupts comes back as
 * paused. Jobs of one lane run one after the other. The lanes run side by side: a job that waits hours for a server
 * holds nobody up. Both write by the one connection of this thread, in transactions that never span a wait.
 */
export function createJobRunner(options: {
  readonly database: WriteDatabase;
  readonly path: string;
  readonly functions: JobFunctions;
  readonly onChange: () => void;
  /** In which lane a job runs; `local` unless told otherwise. */
  readonly laneOf?: (kind: JobKind, params: unknown) => JobLane;
  /** A job will never go on; what it kept for that can go. */
  readonly onCancelled?: (job: StoredJob) => void;
}) {
  const { database, functions } = options;
  pauseInterruptedJobs(database);
  const laneOf = options.laneOf ?? (() => 'local');
  const live = new Map<JobId, LiveJob>();
  const watchers = new Map<JobId, Set<() => void>>();
  const lanes: Record<JobLane, { readonly queue: JobId[]; running: Promise<void> | null }> = {
    local: { queue: [], running: null },
    provider: { queue: [], running: null },
  };
  const allLanes = Object.values(lanes);

  const current = (id: JobId): StoredJob => {
    const job = live.get(id)?.job ?? findJob(database, id);
    if (!job) {
      throw new DialogramError('NOT_FOUND', `There is no job ${id} in this project.`, {
        value: id,
        nextStep: 'List the jobs to see which there are.',
      });
    }
    return job;
  };

  const present = (job: StoredJob): Job => {
    const { params, ...rest } = job;
    const entry = live.get(job.id);
    const elapsed = entry ? (performance.now() - entry.startedMs) / 1000 : 0;
    const since = job.done - (entry?.doneBefore ?? 0);
    const known = job.state === 'running' && job.total !== null && since > 0 && elapsed > 1;
    return {
      ...rest,
      pausable: job.kind === 'batch' || laneOf(job.kind, params) === 'provider',
      secondsLeft: known ? (elapsed * (job.total! - job.done)) / since : null,
    };
  };

  const save = (job: StoredJob): void => {
    // A full disk must not hide why the job failed; what could not be saved is paused when the project reopens.
    try {
      saveJob(database, job);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')))
        throw error;
    }
  };

  const update = (id: JobId, change: Partial<StoredJob>, persist: boolean): void => {
    const entry = live.get(id);
    if (!entry) return;
    entry.job = { ...entry.job, ...change };
    if (persist) save(entry.job);
    for (const notify of watchers.get(id) ?? []) notify();
    if (persist) options.onChange();
  };

  const runOne = async (id: JobId): Promise<void> => {
    const entry = live.get(id);
    if (entry?.job.state !== 'queued') return;
    const run = functions[entry.job.kind];
    if (!run) throw new Error(`No function for jobs of kind ${entry.job.kind}.`);
    entry.startedMs = performance.now();
    entry.doneBefore = null;
    update(id, { state: 'running', startedAt: new Date().toISOString(), phase: 'starting' }, true);
    let published = 0;
    let saved = performance.now();
    const context: JobContext = {
      jobId: id,
      signal: entry.abort.signal,
      report(progress) {
        const now = performance.now();
        if (now - published < PUBLISH_EVERY_MS || entry.job.state !== 'running') return;
        published = now;
        entry.doneBefore ??= progress.done;
        const persist = now - saved > SAVE_EVERY_MS;
        if (persist) saved = now;
        entry.job = { ...entry.job, ...progress };
        if (persist) save(entry.job);
        for (const notify of watchers.get(id) ?? []) notify();
      },
    };
    try {
      const result = await run(entry.job.params, context);
      update(id, { state: 'done', phase: 'done', result, finishedAt: new Date().toISOString() }, true);
    } catch (error) {
      const finishedAt = new Date().toISOString();
      if (current(id).state === 'cancelling') {
        update(id, { state: 'cancelled', phase: 'cancelled', finishedAt }, true);
        options.onCancelled?.(entry.job);
      } else if (entry.abort.signal.aborted) {
        update(id, stopOf(entry) === 'pause' ? PAUSED : INTERRUPTED, true);
      } else if (error instanceof JobPause) {
        update(id, { state: 'paused', phase: 'paused', finishedAt: null, reason: error.reason }, true);
      } else {
        update(
          id,
          { state: 'failed', phase: 'failed', error: describe(error, options.path), finishedAt },
          true,
        );
      }
    }
  };

  const stopOf = (entry: LiveJob): JobStop['why'] | null => {
    const reason: unknown = entry.abort.signal.reason;
    return reason instanceof JobStop ? reason.why : null;
  };

  const drain = async (lane: (typeof allLanes)[number]): Promise<void> => {
    for (let id = lane.queue.shift(); id !== undefined; id = lane.queue.shift()) {
      // Its entry stays: where the disk was full, memory is the only place that knows how it ended.
      await runOne(id);
    }
    lane.running = null;
  };

  const enqueue = (job: StoredJob): JobId => {
    requireNoPurge();
    // Saved first: a job that a full disk cannot remember is not begun.
    saveJob(database, job);
    live.set(job.id, { job, abort: new AbortController(), startedMs: 0, doneBefore: null });
    const lane = lanes[laneOf(job.kind, job.params)];
    lane.queue.push(job.id);
    options.onChange();
    lane.running ??= Promise.resolve().then(() => drain(lane));
    return job.id;
  };

  /** A purge has the project to itself: what waited behind it would work on what is no longer there. */
  const besidePurge = (): DialogramError | null => {
    const purge = [...live.values()].find(({ job }) => job.kind === 'purge' && !hasEnded(job));
    if (!purge) return null;
    return new DialogramError('BUSY', 'The project is being purged.', {
      place: purge.job.title,
      nextStep: 'Wait until the purge has ended.',
    });
  };

  const requireNoPurge = (): void => {
    const refusal = besidePurge();
    if (refusal) throw refusal;
  };

  return {
    start(kind: JobKind, title: string, params: unknown): JobId {
      return enqueue({
        id: randomUUID() as JobId,
        kind,
        title,
        params,
        state: 'queued',
        phase: 'waiting',
        done: 0,
        total: null,
        unit: '',
        startedAt: null,
        finishedAt: null,
        result: null,
        error: null,
        reason: null,
      });
    },
    get: (id: JobId): Job => present(current(id)),
    list: (): Job[] => listJobs(database).map((job) => present(live.get(job.id)?.job ?? job)),
    cancel(id: JobId): Job {
      const job = current(id);
      const entry = live.get(id);
      if (entry && job.state === 'queued') {
        update(id, { state: 'cancelled', phase: 'cancelled', finishedAt: new Date().toISOString() }, true);
        options.onCancelled?.(entry.job);
      } else if (entry && job.state === 'running') {
        update(id, { state: 'cancelling', phase: 'cancelling' }, true);
        entry.abort.abort(new JobStop('cancel'));
      } else if (job.state === 'paused') {
        const ended = {
          ...job,
          state: 'cancelled',
          phase: 'cancelled',
          reason: null,
          finishedAt: new Date().toISOString(),
        } as const;
        save(ended);
        if (entry) entry.job = ended;
        options.onCancelled?.(ended);
        options.onChange();
      }
      return present(current(id));
    },
    /** Asks a job to stop for now; it is paused within a second and can be resumed. */
    pause(id: JobId): Job {
      const job = current(id);
      const entry = live.get(id);
      if (!entry || (job.state !== 'queued' && job.state !== 'running')) {
        throw new DialogramError('INVALID', `The job is ${job.state}; only one under way can be paused.`, {
          place: job.title,
          value: job.state,
        });
      }
      if (job.state === 'queued') update(id, PAUSED, true);
      else if (!entry.abort.signal.aborted) {
        update(id, { phase: 'pausing' }, true);
        entry.abort.abort(new JobStop('pause'));
      }
      return present(current(id));
    },
    resume(id: JobId): Job {
      const job = current(id);
      if (job.state !== 'paused' && job.state !== 'failed') {
        throw new DialogramError(
          'INVALID',
          `The job is ${job.state}; only a paused or failed one can go on.`,
          {
            place: job.title,
            value: job.state,
          },
        );
      }
      enqueue({ ...job, state: 'queued', phase: 'waiting', error: null, reason: null, finishedAt: null });
      return present(current(id));
    },
    /** The job now and after each change, until it has ended. */
    async *watch(id: JobId, signal?: AbortSignal): AsyncGenerator<Job, void> {
      let wake: (() => void) | null = null;
      let changed = true;
      const notify = (): void => {
        changed = true;
        wake?.();
      };
      const set = watchers.get(id) ?? new Set();
      watchers.set(id, set.add(notify));
      signal?.addEventListener('abort', notify, { once: true });
      try {
        while (!signal?.aborted) {
          if (!changed) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          changed = false;
          const job = current(id);
          yield present(job);
          if (hasEnded(job)) return;
        }
      } finally {
        set.delete(notify);
        signal?.removeEventListener('abort', notify);
      }
    },
    /** What to say of a write that is refused since a purge has the project to itself; null where none does. */
    besidePurge,
    /** For those who note a run before they start its job. @throws BUSY */
    requireNoPurge,
    /** Jobs that run, wait or are paused, newest first. */
    open: (): Job[] =>
      listJobs(database)
        .map((job) => present(live.get(job.id)?.job ?? job))
        .filter((job) => job.state === 'paused' || !hasEnded(job)),
    /** Forgets the ended jobs of this process, as the project has forgotten them. */
    forgetEnded(): void {
      for (const [id, { job }] of live) if (hasEnded(job)) live.delete(id);
    },
    /** How many watch a job now. */
    watchers: (): number => [...watchers.values()].reduce((sum, set) => sum + set.size, 0),
    /** True while something runs or waits. */
    busy: (): boolean => allLanes.some((lane) => lane.running !== null),
    /** Resolves once nothing runs or waits. */
    idle: async (): Promise<void> => {
      await Promise.all(allLanes.map((lane) => lane.running));
    },
    /** Stops everything and waits for it. What ran or waited is paused, to be gone on with later. */
    async stop(): Promise<void> {
      for (const id of allLanes.flatMap((lane) => lane.queue.splice(0))) {
        if (live.get(id)?.job.state === 'queued') update(id, INTERRUPTED, true);
      }
      for (const entry of live.values()) {
        if (!hasEnded(entry.job)) entry.abort.abort(new JobStop('close'));
      }
      await Promise.all(allLanes.map((lane) => lane.running));
    },
  };
}

export type JobRunner = ReturnType<typeof createJobRunner>;

function describe(error: unknown, place: string): NonNullable<Job['error']> {
  const translated = translateError(error, place);
  if (translated instanceof DialogramError) {
    return { code: translated.code, message: translated.message, detail: translated.detail };
  }
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    detail: { place, value: null, nextStep: 'Try again; if it happens again, report it with what you did.' },
  };
}
