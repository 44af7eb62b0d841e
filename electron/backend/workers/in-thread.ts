import { failureOf } from './failure.ts';
import type { FunctionName, ModuleName, ProgressOf, ReadArgs, ResultOf, SentArgs } from './module-types.ts';
import type { FromTask } from './run-thread.ts';
import { type Task, type Threads, threads } from './threads.ts';

export interface ThreadOptions<Progress> {
  /** Ends the thread at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Calls a function of a listed module in a thread, with copied arguments and result (see `Transferred`). A cancellation
 * ends the thread, unless its work is `uninterrupted`. A function as last argument gets the progress.
 */
export const inThread = <Module extends ModuleName, Name extends FunctionName<Module>>(
  module: Module,
  name: Name,
  args: SentArgs<Module, Name>,
  options: ThreadOptions<ProgressOf<Module, Name>> = {},
): Promise<ResultOf<Module, Name>> => callIn(threads, { module, name, path: null, args }, options);

/** Calls a function that reads a project. The thread opens and closes the project. */
export const readInThread = <Module extends ModuleName, Name extends FunctionName<Module>>(
  path: string,
  module: Module,
  name: Name,
  args: ReadArgs<Module, Name>,
  options: ThreadOptions<ProgressOf<Module, Name>> = {},
): Promise<ResultOf<Module, Name>> => callIn(threads, { module, name, path, args }, options);

/** Calls a function in threads that the caller provides. The module and the function need not be listed. */
export function callIn<Result>(
  { start }: Threads,
  task: Omit<Task, 'stays'>,
  { signal, onProgress }: ThreadOptions<never>,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const { worker, end, leave } = start({ ...task, stays: false });
    const stop = (): void => void end();
    signal?.addEventListener('abort', stop, { once: true });
    const onMessage = ({ progress, failure, done }: FromTask): void => {
      if (signal?.aborted) return;
      if (progress !== undefined) onProgress?.(progress as never);
      if (failure) {
        reject(failureOf(failure));
        // The function may have left resources open, so the thread is not used again.
        void end();
      }
      if (done) {
        signal?.removeEventListener('abort', stop);
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
        leave();
        resolve(done.value as Result);
      }
    };
    const onExit = (code: number): void => {
      signal?.removeEventListener('abort', stop);
      reject(
        signal?.aborted
          ? signal.reason
          : new Error(`The ${task.module} thread ended early with exit code ${code}.`),
      );
    };
    worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  });
}
