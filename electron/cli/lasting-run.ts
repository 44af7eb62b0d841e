import type { Job } from '#shared/contract/jobs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { Arguments } from './arguments.ts';
import { type CommandContext, stoppedJob } from './command.ts';
import { limitsOf } from './model-options.ts';

type Told = Record<string, unknown>;
type Limits = ReturnType<typeof limitsOf>;

/** What a kind of run that may pause says of itself; see `lastingRun`. */
export interface LastingKind<Settings> {
  /** The command that goes on with a run, without its number. */
  readonly again: string;
  /** What a cancel leaves, as in "answers". */
  readonly kept: string;
  /** What a new run is to be like. */
  settings(): Settings | Promise<Settings>;
  estimate(settings: Settings): Promise<Told>;
  start(settings: Settings): Promise<{ readonly job: JobId; readonly run: RunId }>;
  goOn(input: { run: RunId; limits: Limits }): Promise<{ readonly job: JobId }>;
  /** A run whose job has ended or paused. */
  describe(run: RunId, job: Job): Promise<Told>;
  /** What came of a run so far. */
  figures(run: RunId): Promise<Told>;
}

/** Begins a run, goes on with a paused one (`--go-on RUN`), or says what one would take (`--estimate`). */
export async function lastingRun<Settings>(
  given: Arguments,
  context: CommandContext,
  kind: LastingKind<Settings>,
): Promise<Told> {
  const paused = given.run('go-on');
  if (paused !== null) {
    const { job } = await kind.goOn({ run: paused, limits: limitsOf(given) });
    return outcomeOf(context, kind, job, paused);
  }
  const settings = await kind.settings();
  if (given.named.has('estimate')) return kind.estimate(settings);
  const { job, run } = await kind.start(settings);
  return outcomeOf(context, kind, job, run);
}

/** Waits for the job to end or pause, and tells with the figures; Ctrl+C pauses it. */
export async function outcomeOf(
  context: CommandContext,
  { again, kept, describe, figures }: Pick<LastingKind<never>, 'again' | 'kept' | 'describe' | 'figures'>,
  id: JobId,
  run: RunId,
): Promise<Told> {
  const job = await stoppedJob(context, id, `Cancelled; ${kept} that had come are kept.`);
  return {
    ...(await describe(run, job)),
    reason: job.reason,
    ...(job.state === 'paused' ? { next: `${again} --go-on ${run}` } : {}),
    ...(await figures(run)),
  };
}
