import { DialogramError } from '#shared/contract/errors.ts';
import { failureOf } from './failure.ts';
import type { ThreadOptions } from './in-thread.ts';
import type {
  FunctionName,
  ModuleName,
  ProgressOf,
  ReadArgs,
  SentArgs,
  Staying,
  StayingOf,
} from './module-types.ts';
import type { FromTask, ToTask } from './run-thread.ts';
import { type Task, threads } from './threads.ts';

export interface WorkerFunctions<Functions> {
  ask<Name extends keyof Functions & string>(
    name: Name,
    ...args: Functions[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Functions[Name] extends (...args: never) => infer Answer ? Awaited<Answer> : never>;
  close(): Promise<void>;
}

interface Resident<Functions> extends WorkerFunctions<Functions> {
  /** Called once if the thread ends unexpectedly. Open questions are then answered with an error. */
  onEnd(listener: () => void): void;
}

/** The functions that a function of a module leaves in a thread. */
export type ResidentOf<Module extends ModuleName, Name extends FunctionName<Module>> = Resident<
  StayingOf<Module, Name>
>;

/**
 * Keeps the functions that the call returns in the thread. If `close` is among them, the thread can be used again after
 * it.
 */
export const stayInThread = <Module extends ModuleName, Name extends FunctionName<Module>>(
  module: Module,
  name: Name,
  args: SentArgs<Module, Name>,
  options: ThreadOptions<ProgressOf<Module, Name>> = {},
): Promise<ResidentOf<Module, Name>> =>
  start({ module, name, path: null, args }, options) as Promise<ResidentOf<Module, Name>>;

/**
 * Keeps functions that read a project in a thread with an open connection. The thread starts on first use, and again
 * after a failure. A purge closes the connection.
 */
export const readWhenNeeded = <Module extends ModuleName, Name extends FunctionName<Module>>(
  path: string,
  module: Module,
  name: Name,
  args: ReadArgs<Module, Name>,
): WorkerFunctions<StayingOf<Module, Name>> =>
  startWhenNeeded({ module, name, path, args }) as WorkerFunctions<StayingOf<Module, Name>>;

type StayingTask = Omit<Task, 'stays'>;

function start(
  task: StayingTask,
  { signal, onProgress }: ThreadOptions<never> = {},
): Promise<Resident<Staying>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const { worker, end, leave } = threads.start({ ...task, stays: true });
    const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>();
    let questions = 0;
    let stopped = false;
    let closed = false;
    let canLeave = false;
    let ended: () => void = () => {};
    const stop = (): void => {
      stopped = true;
      void end();
    };
    const fail = (error: unknown): void => {
      reject(error);
      for (const question of waiting.values()) question.reject(error);
      waiting.clear();
    };
    const asked: Resident<Staying> = {
      ask: (name, ...args) =>
        new Promise<never>((resolveAnswer, rejectAnswer) => {
          if (closed) {
            rejectAnswer(closedMeanwhile());
            return;
          }
          const number = questions++;
          waiting.set(number, { resolve: resolveAnswer as () => void, reject: rejectAnswer });
          worker.postMessage({ number, name, args } satisfies ToTask);
        }),
      async close() {
        const isFree = canLeave && !closed && waiting.size === 0;
        closed = true;
        if (isFree) {
          worker.postMessage('leave' satisfies ToTask);
          await gone;
        } else await end();
      },
      onEnd(listener) {
        ended = listener;
      },
    };
    signal?.addEventListener('abort', stop, { once: true });
    let isGone: () => void = () => {};
    const gone = new Promise<void>((resolveGone) => {
      isGone = resolveGone;
    });
    const onMessage = ({ progress, failure, stayed, answer, refusal, left }: FromTask): void => {
      if (stopped) return;
      if (progress !== undefined) onProgress?.(progress as never);
      if (failure) {
        fail(failureOf(failure));
        void end();
      }
      if (refusal) {
        waiting.get(refusal.number)?.reject(failureOf(refusal.failure));
        waiting.delete(refusal.number);
      }
      if (answer) {
        waiting.get(answer.number)?.resolve(answer.value);
        waiting.delete(answer.number);
      }
      if (stayed) {
        signal?.removeEventListener('abort', stop);
        canLeave = stayed.canLeave;
        resolve(asked);
      }
      if (left) {
        worker.off('message', onMessage).off('error', fail).off('exit', onExit);
        leave();
        isGone();
      }
    };
    const onExit = (code: number): void => {
      signal?.removeEventListener('abort', stop);
      isGone();
      const expected = closed;
      closed = true;
      if (stopped) fail(signal?.reason);
      else if (expected) fail(closedMeanwhile());
      else fail(new Error(`The ${task.module} thread ended early with exit code ${code}.`));
      if (!expected) ended();
    };
    worker.on('message', onMessage).on('error', fail).on('exit', onExit);
  });
}

function startWhenNeeded(task: StayingTask): WorkerFunctions<Staying> {
  let starting: Promise<WorkerFunctions<Staying>> | null = null;
  const startAgain = async () => {
    const started = await start(task);
    started.onEnd(() => {
      starting = null;
    });
    return started;
  };
  return {
    async ask(name, ...args) {
      starting ??= startAgain();
      try {
        return (await (await starting).ask(name, ...args)) as never;
      } catch (error) {
        await starting?.catch(() => {
          starting = null;
        });
        throw error;
      }
    },
    async close() {
      const started = await starting?.catch(() => null);
      starting = null;
      await started?.close();
    },
  };
}

export const closedMeanwhile = (): DialogramError =>
  new DialogramError('CANCELLED', 'The project was closed before the answer was ready.', {
    nextStep: 'Ask again.',
  });
