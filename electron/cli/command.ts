import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Project, Session } from '#backend/project.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import type { Arguments, CommandUsage } from './arguments.ts';

export interface CommandContext {
  readonly client: DialogramClient;
  readonly session: Session;
  readonly signal: AbortSignal;
  progress(line: string): void;
  /** Prints information while the command still runs. The result then goes to standard error. */
  begun(result: object): void;
  heard(): AsyncIterable<string>;
}

export interface Command extends Omit<CommandUsage, 'name' | 'program'> {
  /** The inputs that `--help` explains. */
  readonly explains?: readonly z.ZodObject[];
  /** The part of the result that is printed as JSON lines, if there is one. */
  readonly linesOf?: string;
  /** The part of the result that people read instead of the whole, if there is one: sentences, one per line. */
  readonly textOf?: string;
  run(given: Arguments, context: CommandContext): Promise<object>;
}

/** Waits for a job and the jobs that it started. @throws if one of them fails. Ctrl+C cancels the first running job. */
export async function resultOf(context: CommandContext, job: JobId): Promise<Record<string, unknown>> {
  const last = await finished(context, job);
  const { jobs } = context.session.project();
  for (let next = nextOf(jobs); next; next = nextOf(jobs)) await finished(context, next.id);
  return z.looseObject({}).parse(last.result);
}

/** Returns a job that runs or waits. Paused jobs are from an earlier command. */
const nextOf = (jobs: Project['jobs']): Job | undefined =>
  jobs.open().find(({ state }) => state !== 'paused');

async function finished(context: CommandContext, job: JobId): Promise<Job> {
  const last = await watched(context, job, 'cancel');
  if (last?.state === 'cancelled') {
    throw new DialogramError('CANCELLED', 'Canceled. Everything saved before is kept.');
  }
  if (last?.state !== 'done') throw new DialogramError('INTERNAL', 'The job ended without a result.');
  return last;
}

/** Waits until a lasting job ends or pauses. Ctrl+C pauses it. @param canceled message for a cancellation */
export async function stoppedJob(context: CommandContext, job: JobId, cancelled: string): Promise<Job> {
  const last = await watched(context, job, 'pause');
  if (last?.state !== 'done' && last?.state !== 'paused') throw new DialogramError('CANCELLED', cancelled);
  return last;
}

/** Waits for a job and returns its last state, or throws its error. Ctrl+C stops the job as `stop` says. */
async function watched(
  { client, signal, progress }: CommandContext,
  job: JobId,
  stop: 'cancel' | 'pause',
): Promise<Job | null> {
  const stopIt = (): void => {
    client.jobs[stop]({ job }).catch(() => {});
  };
  signal.addEventListener('abort', stopIt, { once: true });
  if (signal.aborted) stopIt();
  let last: Job | null = null;
  try {
    for await (const state of await client.jobs.watch({ job })) {
      last = state;
      const share = state.total ? ` ${Math.floor((100 * state.done) / state.total)} %` : '';
      progress(`${state.title}: ${state.phase}${share}`);
    }
  } finally {
    signal.removeEventListener('abort', stopIt);
  }
  if (last?.state === 'failed' && last.error)
    throw new DialogramError(last.error.code as ErrorCode, last.error.message, last.error.detail);
  return last;
}

export type Verb = (given: Arguments, context: CommandContext) => Promise<object>;

/** Returns the item that an option names, or else the only one. */
export async function onlyOne(
  given: Arguments,
  option: string,
  names: () => Promise<readonly string[]>,
): Promise<string> {
  const named = given.text(option);
  if (named !== null) return named;
  const [only, ...others] = await names();
  if (only !== undefined && others.length === 0) return only;
  throw given.wrong(`--${option} is missing.`);
}

/** "import FILES…" creates a project if there is none, and deletes it again if the import fails. */
export const runVerb =
  (command: string, verbs: Readonly<Record<string, Verb>>): Command['run'] =>
  async (given, context) => {
    const [word = '', more] = given.positionals;
    const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
    if (!verb) throw given.wrong(`Choose an action: ${Object.keys(verbs).join(', ')}.`, word);
    if (word !== 'import' && more !== undefined)
      throw given.wrong(`${command} ${word} expects no file, but got "${more}".`, more);
    return inProject(context, given.project(), word === 'import', () => verb(given, context));
  };

/** An import creates the project if there is none, and deletes it again if no file could be read. */
export async function inProject<Result>(
  { client: { projects } }: CommandContext,
  path: string,
  isImport: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const isNew = isImport && !existsSync(path);
  await (isNew ? projects.create({ path }) : projects.open({ path }));
  try {
    return await work();
  } catch (error) {
    if (isNew) await projects.discard().catch(() => {});
    throw error;
  }
}
