import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ENDING, HELD } from './uninterrupted.ts';

/** A listed module's function to call in a thread. */
export interface Task {
  readonly module: string;
  readonly name: string;
  /** A project that the thread opens for reading; the function's first argument. */
  readonly path: string | null;
  readonly args: readonly unknown[];
  /** True if the result is functions that stay. */
  readonly stays: boolean;
}

/** A thread's message: its task, and the state that both see (see `uninterrupted`). */
export interface TaskMessage {
  readonly task: Task;
  readonly hold: Int32Array;
}

interface StartedTask {
  readonly worker: Worker;
  end(): Promise<void>;
  /** Called instead of ending the thread, so that another task can use it. */
  leave(): void;
}

interface Thread {
  readonly worker: Worker;
  /** Settled once it has loaded SQLite, or is gone. */
  readonly loaded: Promise<unknown>;
  readonly exited: Promise<unknown>;
}

/** Threads that take tasks one after another. */
export interface Threads {
  start(task: Task): StartedTask;
}

const LOOK_AGAIN_MS = 10;
/** The most idle threads: the number that a closed project releases. */
const MOST_WAITING = 6;
const WAITS_MS = 20_000;

/** Idle threads can be lost. */
const ignored = (): void => {};

/** @param entry the file that each thread runs (see `runThread`) */
export function createThreads(entry: URL): Threads {
  /** Idle threads, because starting one takes longer than most tasks. */
  const waiting: { readonly thread: Thread; readonly timer: NodeJS.Timeout; goes(): void }[] = [];

  const newThread = (): Thread => {
    const worker = new Worker(entry);
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const loaded = Promise.race([new Promise((resolve) => worker.once('message', resolve)), exited]);
    return { worker, loaded, exited };
  };

  const takeThread = (): Thread => {
    const taken = waiting.pop();
    if (!taken) return newThread();
    clearTimeout(taken.timer);
    const { worker } = taken.thread;
    worker.off('error', ignored);
    worker.off('exit', taken.goes);
    worker.ref();
    return taken.thread;
  };

  const letWait = (thread: Thread): void => {
    const { worker } = thread;
    worker.on('error', ignored);
    if (waiting.length >= MOST_WAITING) {
      void worker.terminate();
      return;
    }
    const goes = (): void => {
      const at = waiting.indexOf(own);
      if (at !== -1) waiting.splice(at, 1);
    };
    const timer = globalThis.setTimeout(() => {
      goes();
      void worker.terminate();
    }, WAITS_MS);
    const own = { thread, timer, goes };
    worker.on('exit', goes);
    timer.unref();
    worker.unref();
    waiting.push(own);
  };

  return {
    /**
     * Starts a task, in an idle thread if possible. Ending a thread in native code would end the whole process, so an
     * end waits for its first message (SQLite is loaded) and for `uninterrupted` work.
     */
    start(task) {
      const hold = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const thread = takeThread();
      const { worker, loaded, exited } = thread;
      let hasLeft = false;
      worker.postMessage({ task, hold } satisfies TaskMessage);
      return {
        worker,
        async end() {
          await loaded;
          // Its thread may run another task by now.
          if (hasLeft) return;
          let gone = false;
          void exited.then(() => {
            gone = true;
          });
          Atomics.or(hold, 0, ENDING);
          while ((Atomics.load(hold, 0) & HELD) !== 0 && !gone)
            await Promise.race([setTimeout(LOOK_AGAIN_MS), exited]);
          await worker.terminate();
        },
        leave() {
          hasLeft = true;
          letWait(thread);
        },
      };
    },
  };
}

const isBuilt = !import.meta.url.endsWith('.ts');

/** The threads of this process. The build puts their file beside the backend (electron.vite.config.ts). */
export const threads = createThreads(
  new URL(isBuilt ? './worker-thread.js' : './thread.ts', import.meta.url),
);
