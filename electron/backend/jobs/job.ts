import type { z } from 'zod';
import type { Topic } from '#shared/contract/base.ts';
import type { JobReason } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';

export interface JobProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
}

export type WorkerProgress = Omit<JobProgress, 'unit'>;

export interface JobContext {
  readonly jobId: JobId;
  /** Aborted with a `JobStop` on cancel, pause and close. The job then has to end within a second. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

/** `local` jobs compute and write; `provider` jobs mostly wait for a server. */
export type JobLane = 'local' | 'provider';

/** A kind of job. It works on a `Host`, which is an open project. */
export interface JobKind<Host, Params> {
  readonly kind: string;
  readonly params: z.ZodType<Params>;
  run(host: Host, params: Params, context: JobContext): Promise<unknown>;
  /** The topics that may change when the job starts or ends. */
  readonly topics: readonly Topic[];
  /** The topics that change while the job runs. Changes are announced at most once a second. */
  readonly meanwhile?: readonly Topic[];
  /** `local` by default. */
  lane?(params: Params): JobLane;
  /** True if pausing loses nothing; required in the provider lane. */
  readonly pausable?: boolean;
  /** Set if the job needs the project to itself. While it runs, all other requests are refused with this message. */
  readonly alone?: { readonly message: string; readonly nextStep: string };
  /** Deletes the job's data. Called if the job will never be continued. */
  onCancelled?(host: Host, params: Params): void;
}

/** The reason why a job has to stop. A job that stopped for `close` or `pause` can be continued later. */
export class JobStop extends Error {
  readonly why: 'cancel' | 'pause' | 'close';

  constructor(why: JobStop['why']) {
    super(`The job was stopped: ${why}.`);
    this.name = 'JobStop';
    this.why = why;
  }
}

/** Thrown by a job that cannot continue without a person. When it is continued, it does only the work that is left. */
export class JobPause extends Error {
  readonly reason: JobReason;

  constructor(reason: JobReason) {
    super(reason.message);
    this.name = 'JobPause';
    this.reason = reason;
  }
}

export const stageOf = (context: JobContext, name: string): JobContext => ({
  ...context,
  report: (progress: JobProgress) => context.report({ ...progress, phase: `${name}: ${progress.phase}` }),
});
