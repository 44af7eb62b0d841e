import { randomUUID } from 'node:crypto';
import type { Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { inProject, translateError } from '../errors.ts';
import { type Log, loggedError } from '../machine/log.ts';
import type { WriteDatabase } from '../store/database.ts';
import { findJob, listJobs, pauseInterruptedJobs, type StoredJob, saveJob } from '../store/runs/job-table.ts';
import { type JobContext, type JobKind, type JobLane, JobPause, JobStop } from './job.ts';

const PUBLISH_EVERY_MS = 100;
const SAVE_EVERY_MS = 1000;
const TELL_EVERY_MS = 1000;

const INTERRUPTED = {
  state: 'paused',
  phase: 'interrupted',
  finishedAt: null,
  reason: { code: 'interrupted', message: 'The project was closed before this job was done.' },
} as const;
const PAUSED = {
  state: 'paused',
  phase: 'paused',
  finishedAt: null,
  reason: { code: 'person', message: 'You paused the run.' },
} as const;

const hasEnded = (job: Pick<StoredJob, 'state'>): boolean =>
  job.state === 'done' || job.state === 'failed' || job.state === 'cancelled' || job.state === 'paused';

interface ReadableJob<Host> {
  readonly kind: JobKind<Host, unknown>;
  readonly params: unknown;
}

interface LiveJob<Host> {
  job: StoredJob;
  readonly known: ReadableJob<Host>;
  readonly background: boolean;
  readonly abort: AbortController;
  startedMs: number;
  /** The time at which the phase first reported progress, and the amount done at this time. */
  phaseMs: number;
  doneBefore: number | null;
}

/**
 * Runs and stores the jobs of a project; interrupted jobs are paused after a crash. A lane runs one job at a time. The
 * lanes run in parallel, so that waiting for a server does not block other jobs.
 */
export function createJobRunner<Host>(options: {
  readonly database: WriteDatabase;
  readonly path: string;
  /** Returns the host of the jobs. Called when the first job begins. */
  readonly host: () => Host;
  readonly kinds: readonly JobKind<Host, unknown>[];
  readonly onChange: (topics: readonly Topic[]) => void;
  readonly log?: Pick<Log, 'write'>;
  readonly onFailure?: (error: unknown) => void;
}) {
  const { database } = options;
  pauseInterruptedJobs(database);
  const live = new Map<JobId, LiveJob<Host>>();
  const watchers = new Map<JobId, Set<() => void>>();
  const lanes: Record<JobLane, { readonly queue: JobId[]; running: Promise<void> | null }> = {
    local: { queue: [], running: null },
    provider: { queue: [], running: null },
  };
  const allLanes = Object.values(lanes);

  const know = ({ kind: name, params }: Pick<StoredJob, 'kind' | 'params'>): ReadableJob<Host> | null => {
    for (const kind of options.kinds) {
      const read = kind.kind === name ? kind.params.safeParse(params) : null;
      if (read?.success) return { kind, params: read.data };
    }
    return null;
  };
  const laneOf = ({ kind, params }: ReadableJob<Host>): JobLane => kind.lane?.(params) ?? 'local';
  const changed = ({ kind }: ReadableJob<Host>): void => options.onChange(['jobs', ...kind.topics]);

  const current = (id: JobId): StoredJob =>
    inProject(live.get(id)?.job ?? findJob(database, id), 'job', id, 'List the jobs to find the right one.');

  const present = (job: StoredJob): Job => {
    const { params: _, ...rest } = job;
    const entry = live.get(job.id);
    const elapsed = entry ? (performance.now() - entry.phaseMs) / 1000 : 0;
    const since = job.done - (entry?.doneBefore ?? 0);
    const isTimed = job.state === 'running' && job.total !== null && since > 0 && elapsed > 1;
    const known = entry?.known ?? know(job);
    return {
      ...rest,
      pausable: known !== null && (known.kind.pausable ?? laneOf(known) === 'provider'),
      secondsLeft: isTimed ? (elapsed * (job.total! - job.done)) / since : null,
      background: entry?.background ?? false,
    };
  };

  const save = (job: StoredJob): void => {
    // A full disk or a missing project must not hide why the job failed. Jobs that could not be saved are paused
    // when the project is opened again.
    try {
      saveJob(database, job);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!code.startsWith('SQLITE_') && code !== 'PROJECT_MOVED' && code !== 'PROJECT_DAMAGED') throw error;
    }
  };

  const update = (id: JobId, change: Partial<StoredJob>, persist: boolean): void => {
    const entry = live.get(id);
    if (!entry) return;
    entry.job = { ...entry.job, ...change };
    if (persist) save(entry.job);
    for (const notify of watchers.get(id) ?? []) notify();
    if (persist) changed(entry.known);
  };

  const runOne = async (id: JobId): Promise<void> => {
    const entry = live.get(id);
    if (entry?.job.state !== 'queued') return;
    const { kind, params } = entry.known;
    entry.startedMs = performance.now();
    entry.doneBefore = null;
    update(id, { state: 'running', startedAt: new Date().toISOString(), phase: 'starting' }, true);
    let published = 0;
    let latest: Parameters<JobContext['report']>[0] | null = null;
    const furthest = () => latest && { done: latest.done, total: latest.total };
    let saved = performance.now();
    let telling: NodeJS.Timeout | undefined;
    let failure: unknown = null;
    const tellMeanwhile = (): void => {
      telling = undefined;
      options.onChange(kind.meanwhile ?? []);
    };
    const context: JobContext = {
      jobId: id,
      signal: entry.abort.signal,
      report(progress) {
        if (kind.meanwhile) telling ??= setTimeout(tellMeanwhile, TELL_EVERY_MS);
        latest = progress;
        const now = performance.now();
        if (now - published < PUBLISH_EVERY_MS || entry.job.state !== 'running') return;
        published = now;
        // A new phase counts other items, so the remaining time is estimated again.
        const isNewPhase = progress.total !== entry.job.total || progress.done < entry.job.done;
        if (entry.doneBefore === null || isNewPhase) {
          entry.doneBefore = progress.done;
          entry.phaseMs = now;
        }
        const persist = now - saved > SAVE_EVERY_MS;
        if (persist) saved = now;
        entry.job = { ...entry.job, ...progress };
        if (persist) save(entry.job);
        for (const notify of watchers.get(id) ?? []) notify();
      },
    };
    try {
      const result = await kind.run(options.host(), params, context);
      update(id, { state: 'done', phase: 'done', result, finishedAt: new Date().toISOString() }, true);
    } catch (error) {
      const finishedAt = new Date().toISOString();
      if (current(id).state === 'cancelling') {
        update(id, { state: 'cancelled', phase: 'cancelled', finishedAt }, true);
        kind.onCancelled?.(options.host(), params);
      } else if (entry.abort.signal.aborted) {
        update(id, { ...furthest(), ...(stopOf(entry) === 'pause' ? PAUSED : INTERRUPTED) }, true);
      } else if (error instanceof JobPause) {
        const paused = { state: 'paused', phase: 'paused', finishedAt: null, reason: error.reason } as const;
        update(id, { ...furthest(), ...paused }, true);
      } else {
        failure = error;
        options.onFailure?.(error);
        update(
          id,
          { state: 'failed', phase: 'failed', error: describe(error, options.path), finishedAt },
          true,
        );
      }
    } finally {
      clearTimeout(telling);
      options.log?.write({
        event: 'job-ended',
        kind: kind.kind,
        state: entry.job.state,
        ms: Math.round(performance.now() - entry.startedMs),
        error: failure === null ? null : loggedError(failure),
      });
    }
  };

  const stopOf = (entry: LiveJob<Host>): JobStop['why'] | null => {
    const reason: unknown = entry.abort.signal.reason;
    return reason instanceof JobStop ? reason.why : null;
  };

  const drain = async (lane: (typeof allLanes)[number]): Promise<void> => {
    for (let id = lane.queue.shift(); id !== undefined; id = lane.queue.shift()) {
      // Keeps the job's entry, because on a full disk only memory knows how the job ended.
      await runOne(id);
    }
    lane.running = null;
  };

  const enqueue = (job: StoredJob, background: boolean): JobId => {
    requireNoneAlone();
    const known = know(job);
    if (!known) throw new Error(`There is no job kind ${job.kind} with these parameters.`);
    // Saves the job before starting it. If a full disk cannot store the job, it does not start.
    saveJob(database, job);
    const abort = new AbortController();
    live.set(job.id, { job, known, background, abort, startedMs: 0, phaseMs: 0, doneBefore: null });
    const lane = lanes[laneOf(known)];
    lane.queue.push(job.id);
    changed(known);
    lane.running ??= Promise.resolve().then(() => drain(lane));
    return job.id;
  };

  /**
   * Returns why no other job may start and nothing may be written: one job has the project to itself. Otherwise null.
   */
  const refusal = (): DialogramError | null => {
    for (const { job, known } of live.values()) {
      if (!known.kind.alone || hasEnded(job)) continue;
      const { message, nextStep } = known.kind.alone;
      return new DialogramError('BUSY', message, { place: job.title, nextStep });
    }
    return null;
  };

  const requireNoneAlone = (): void => {
    const refused = refusal();
    if (refused) throw refused;
  };

  return {
    /** @param background true if the app starts the job and nobody waits for it */
    start<Params>(
      { kind }: Pick<JobKind<Host, Params>, 'kind' | 'params'>,
      title: string,
      params: Params,
      background = false,
    ): JobId {
      const job: StoredJob = {
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
      };
      return enqueue(job, background);
    },
    get: (id: JobId): Job => present(current(id)),
    list: (): Job[] => listJobs(database).map((job) => present(live.get(job.id)?.job ?? job)),
    cancel(id: JobId): Job {
      const job = current(id);
      const entry = live.get(id);
      if (entry && job.state === 'queued') {
        update(id, { state: 'cancelled', phase: 'cancelled', finishedAt: new Date().toISOString() }, true);
        entry.known.kind.onCancelled?.(options.host(), entry.known.params);
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
        const known = entry?.known ?? know(ended);
        known?.kind.onCancelled?.(options.host(), known.params);
        options.onChange(['jobs', ...(known?.kind.topics ?? [])]);
      }
      return present(current(id));
    },
    pause(id: JobId): Job {
      const job = current(id);
      const entry = live.get(id);
      if (!entry || (job.state !== 'queued' && job.state !== 'running')) {
        throw new DialogramError('INVALID', `The job is ${job.state}. Only a running job can be paused.`, {
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
          `The job is ${job.state}. Only a paused or failed job can be continued.`,
          {
            place: job.title,
            value: job.state,
          },
        );
      }
      enqueue(
        { ...job, state: 'queued', phase: 'waiting', error: null, reason: null, finishedAt: null },
        false,
      );
      return present(current(id));
    },
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
    refusal,
    requireNoneAlone,
    open: (): Job[] =>
      listJobs(database)
        .map((job) => present(live.get(job.id)?.job ?? job))
        .filter((job) => job.state === 'paused' || !hasEnded(job)),
    forgetEnded(): void {
      for (const [id, { job }] of live) if (hasEnded(job)) live.delete(id);
    },
    watchers: (): number => [...watchers.values()].reduce((sum, set) => sum + set.size, 0),
    busy: (): boolean => allLanes.some((lane) => lane.running !== null),
    idle: async (): Promise<void> => {
      await Promise.all(allLanes.map((lane) => lane.running));
    },
    /** Stops all jobs and waits until they have ended. They are paused, to be continued later. */
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

export type JobRunner<Host> = ReturnType<typeof createJobRunner<Host>>;

function describe(error: unknown, place: string): NonNullable<Job['error']> {
  const translated = translateError(error, place);
  if (translated instanceof DialogramError) {
    return { code: translated.code, message: translated.message, detail: translated.detail };
  }
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    detail: {
      place,
      value: null,
      nextStep: 'Try again. If this happens again, report the error and say what you did.',
    },
  };
}
