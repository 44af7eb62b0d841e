import type { ParseArgsOptionsConfig } from 'node:util';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import type { Arguments } from './arguments.ts';

export interface CommandContext {
  readonly client: DialogramClient;
  readonly signal: AbortSignal;
  /** Says how far a job is, on a terminal; nothing where the output is read by a program. */
  progress(line: string): void;
}

/** One command: its options, its help, and what it answers as one JSON object. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  run(given: Arguments, context: CommandContext): Promise<Record<string, unknown>>;
}

/** Waits for a job and returns its result; its failure becomes the command's. Ctrl+C cancels the job first. */
export async function resultOf(context: CommandContext, job: JobId): Promise<unknown> {
  const { client, signal } = context;
  const cancel = (): void => {
    client.jobs.cancel({ job }).catch(() => {});
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const state of await client.jobs.watch({ job })) {
      const share = state.total ? ` ${Math.floor((100 * state.done) / state.total)} %` : '';
      context.progress(`${state.title}: ${state.phase}${share}`);
      if (state.state === 'done') return state.result;
      if (state.state === 'cancelled') {
        throw new DialogramError('CANCELLED', 'Cancelled; what was saved before is kept.');
      }
      if (state.state === 'failed' && state.error) {
        throw new DialogramError(state.error.code as ErrorCode, state.error.message, state.error.detail);
      }
    }
    throw new DialogramError('INTERNAL', 'The job ended without a result.');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Waits for a job that keeps what it has done to end or pause; Ctrl+C pauses it.
 * @param cancelled what is said where somebody cancelled it
 */
export async function stoppedJob(context: CommandContext, job: JobId, cancelled: string): Promise<Job> {
  const { client, signal } = context;
  const pause = (): void => {
    client.jobs.pause({ job }).catch(() => {});
  };
  signal.addEventListener('abort', pause, { once: true });
  if (signal.aborted) pause();
  let last: Job | null = null;
  try {
    for await (const state of await client.jobs.watch({ job })) {
      last = state;
      const share = state.total ? ` ${Math.floor((100 * state.done) / state.total)} %` : '';
      context.progress(`${state.title}: ${state.phase}${share}`);
    }
  } finally {
    signal.removeEventListener('abort', pause);
  }
  if (last?.state === 'failed' && last.error)
    throw new DialogramError(last.error.code as ErrorCode, last.error.message, last.error.detail);
  if (last?.state !== 'done' && last?.state !== 'paused') throw new DialogramError('CANCELLED', cancelled);
  return last;
}
