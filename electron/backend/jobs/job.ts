import type { z } from 'zod';
import type { Topic } from '#shared/contract/base.ts';
import type { JobReason } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';

export interface JobProgress {
  /** The current step, e.g. "reading". */
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
}

/** Reports a worker's progress to its job, which knows the unit. */
export type WorkerProgress = Omit<JobProgress, 'unit'>;

export interface JobContext {
  readonly jobId: JobId;
  /** Aborted on cancel, pause and close with a `JobStop`. The job ends within a second. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

/** `local` jobs compute and write; `provider` jobs mostly wait for a server. */
export type JobLane = 'local' | 'provider';

/** A kind of job. It works on a `Host`: an open project. */
export interface JobKind<Host, Params> {
  /** Its stored name. Kinds that share it differ by parameters. */
  readonly kind: string;
  readonly params: z.ZodType<Params>;
  /** Runs the job. The returned value becomes its result. */
  run(host: Host, params: Params, context: JobContext): Promise<unknown>;
  /** The topics that may change at its start or end. */
  readonly topics: readonly Topic[];
  /** The topics that change while it runs; announced at most once a second. */
  readonly meanwhile?: readonly Topic[];
  /** `local` by default. */
  lane?(params: Params): JobLane;
  /** True if pausing loses nothing; required in the provider lane. */
  readonly pausable?: boolean;
  /** Set if the job has the project to itself. Everything else is refused with this message meanwhile. */
  readonly alone?: { readonly message: string; readonly nextStep: string };
  /** Called if the job will never continue, to delete its data. */
  onCancelled?(host: Host, params: Params): void;
}

/** The reason why a job has to stop. After `close` and `pause` it continues later. */
export class JobStop extends Error {
  readonly why: 'cancel' | 'pause' | 'close';

  constructor(why: JobStop['why']) {
    super(`The job was told to stop: ${why}.`);
    this.name = 'JobStop';
    this.why = why;
  }
}

/** Thrown by a job that needs a person to continue. When continued, it does only the missing work. */
export class JobPause extends Error {
  readonly reason: JobReason;

  constructor(reason: JobReason) {
    super(reason.message);
    this.name = 'JobPause';
    this.reason = reason;
  }
}

/** Returns the context of a nested job, with its own phase names. */
export const stageOf = (context: JobContext, name: string): JobContext => ({
  ...context,
  report: (progress: JobProgress) => context.report({ ...progress, phase: `${name}: ${progress.phase}` }),
});
