import { Worker } from 'node:worker_threads';
import { DialogramError, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';

/** The CPU-bound entries; each is a file of this folder and, in the build, `worker-NAME.js` beside the backend. */
export type WorkerName =
  | 'learning'
  | 'tagging'
  | 'analysis'
  | 'text-analysis'
  | 'queries'
  | 'evaluation'
  | 'encoding'
  | 'retrieval'
  | 'review'
  | 'turn-tagging'
  | 'documents'
  | 'relearning'
  | 'vocabulary'
  | 'checkpoint'
  | 'purge'
  | 'batch'
  | 'batch-figures'
  | 'judging-figures';

const fromSource = import.meta.url.endsWith('.ts');

export function workerUrl(name: WorkerName): URL {
  return new URL(fromSource ? `./${name}.ts` : `./worker-${name}.js`, import.meta.url);
}

/** What a worker may say before its result. */
export interface WorkerMessage<Progress, Result> {
  readonly progress?: Progress;
  readonly result?: Result;
  readonly failure?: WorkerFailure;
}

/** An error on its way between threads, where it would lose its class; `detail` marks an error of the contract. */
export interface WorkerFailure {
  readonly code: string | null;
  readonly message: string;
  readonly detail: ErrorDetail | null;
}

/**
 * Runs a worker to its result. A cancel terminates it at once: workers only read, so nothing is left half done.
 */
export function runWorker<Input, Progress, Result>(
  name: WorkerName,
  input: Input,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: Progress) => void },
): Promise<Result> {
  const { signal, onProgress } = options;
  return new Promise<Result>((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const worker = new Worker(workerUrl(name), { workerData: input });
    const stop = (): void => {
      reject(signal.reason);
      void worker.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: WorkerMessage<Progress, Result>) => {
      if (message.progress !== undefined) onProgress?.(message.progress);
      if (message.failure) reject(failureOf(message.failure));
      if (message.result !== undefined) {
        resolve(message.result);
        void worker.terminate();
      }
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`The ${name} worker ended early with exit code ${code}.`));
    });
  });
}

/** The error that a worker's failure stands for, as its thrower meant it. */
export function failureOf(failure: WorkerFailure): Error {
  if (failure.code !== null && failure.detail !== null) {
    return new DialogramError(failure.code as ErrorCode, failure.message, failure.detail);
  }
  // Errors lose their class between threads; those of SQLite and the file system are known by their code.
  return failure.code === null
    ? new DialogramError('INTERNAL', failure.message)
    : Object.assign(new Error(failure.message), { code: failure.code });
}
