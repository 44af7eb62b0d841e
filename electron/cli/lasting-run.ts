import { DialogramError } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { limitsSchema, type RunLimits } from '#shared/contract/lasting-runs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { Arguments } from './arguments.ts';
import { type CommandContext, stoppedJob } from './command.ts';

export interface LastingKind<Settings, Told extends object> {
  readonly words: string;
  /** The command that continues a run, without the run's number. */
  readonly again: string;
  readonly kept: string;
  settings(): Settings | Promise<Settings>;
  readonly client: {
    estimate(settings: Settings): Promise<object>;
    start(settings: Settings): Promise<{ readonly job: JobId; readonly run: RunId }>;
    goOn(input: { run: RunId; limits: Partial<RunLimits> }): Promise<{ readonly job: JobId }>;
    runs(): Promise<readonly (Told & { readonly run: RunId })[]>;
  };
  describe?(run: RunId, job: Job): object;
  figures(run: RunId, told: Told): Promise<object>;
}

/** Starts a run, continues a paused one (`--go-on RUN`), or estimates one (`--estimate`). */
export async function lastingRun<Settings, Told extends object>(
  given: Arguments,
  context: CommandContext,
  kind: LastingKind<Settings, Told>,
): Promise<object> {
  const paused = given.run('go-on');
  if (paused !== null) {
    const { job } = await kind.client.goOn({ run: paused, limits: given.input(limitsSchema.partial()) });
    return outcomeOf(context, kind, job, paused);
  }
  const settings = await kind.settings();
  if (given.named.has('estimate')) return kind.client.estimate(settings);
  const { job, run } = await kind.client.start(settings);
  return outcomeOf(context, kind, job, run);
}

/** Waits until the job ends or pauses, and prints the figures. Ctrl+C pauses it. */
export async function outcomeOf<Told extends object>(
  context: CommandContext,
  {
    words,
    again,
    kept,
    client,
    describe,
    figures,
  }: Omit<LastingKind<never, Told>, 'settings' | 'client'> & {
    readonly client: Pick<LastingKind<never, Told>['client'], 'runs'>;
  },
  id: JobId,
  run: RunId,
): Promise<object> {
  const job = await stoppedJob(context, id, `Canceled. The ${kept} so far are kept.`);
  const told = (await client.runs()).find((candidate) => candidate.run === run);
  if (!told) throw new DialogramError('NOT_FOUND', `There is no ${words} ${run} in this project.`);
  return {
    ...(describe?.(run, job) ?? told),
    reason: job.reason,
    ...(job.state === 'paused' ? { next: `${again} --go-on ${run}` } : {}),
    ...(await figures(run, told)),
  };
}
