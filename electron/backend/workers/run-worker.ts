import { DialogramError, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';
import { nameOf, startWorker } from './start-worker.ts';

/** The input and output of a worker that runs once. */
export interface Work {
  readonly input: unknown;
  readonly progress: unknown;
  readonly result: unknown;
}

export interface WorkerOptions<Progress> {
  /** Ends the worker at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** A worker's messages before its result. */
export interface WorkerMessage<Kind extends Work> {
  readonly progress?: Kind['progress'];
  readonly result?: Kind['result'];
  readonly failure?: WorkerFailure;
}

/** An error sent between threads, where it would lose its class. `detail` marks an error of the contract. */
export type WorkerFailure = { readonly message: string } & (
  | { readonly code: ErrorCode; readonly detail: ErrorDetail }
  | { readonly code: string | null; readonly detail: null }
);

export function toFailure(error: unknown): WorkerFailure {
  if (error instanceof DialogramError)
    return { code: error.code, message: error.message, detail: error.detail };
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { code, message: error instanceof Error ? error.message : String(error), detail: null };
}

/**
 * Runs a worker to its result. A cancel terminates it and is answered once it has ended. Workers only read,
 * so nothing is left half finished.
 * @param file such as `new URL('./learning.worker.ts', import.meta.url)`; no two workers have the same name
 */
export function runWorker<Kind extends Work>(
  file: URL,
  input: Kind['input'],
  { signal, onProgress }: WorkerOptions<Kind['progress']> = {},
): Promise<Kind['result']> {
  return new Promise<Kind['result']>((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const { worker, end, leave } = startWorker(file, input);
    const stop = (): void => void end();
    signal?.addEventListener('abort', stop, { once: true });
    const onMessage = (message: WorkerMessage<Kind>): void => {
      if (signal?.aborted) return;
      if (message.progress !== undefined) onProgress?.(message.progress);
      if (message.failure) {
        reject(failureOf(message.failure));
        // It may have left resources open.
        void end();
      }
      if (message.result !== undefined) {
        signal?.removeEventListener('abort', stop);
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
        leave();
        resolve(message.result);
      }
    };
    const onExit = (code: number): void => {
      signal?.removeEventListener('abort', stop);
      reject(
        signal?.aborted
          ? signal.reason
          : new Error(`The ${nameOf(file)} worker ended early with exit code ${code}.`),
      );
    };
    worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  });
}

/** The original error behind a worker's failure. */
export function failureOf(failure: WorkerFailure): Error {
  if (failure.detail !== null) return new DialogramError(failure.code, failure.message, failure.detail);
  // Errors lose their class between threads; those of SQLite and the file system are identified by their code.
  return failure.code === null
    ? new DialogramError('INTERNAL', failure.message)
    : Object.assign(new Error(failure.message), { code: failure.code });
}
