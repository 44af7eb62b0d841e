import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ENDING, HELD } from './uninterrupted.ts';

export interface Task {
  readonly module: string;
  readonly name: string;
  /** A project that the thread opens for reading. The function gets it as its first argument. */
  readonly path: string | null;
  readonly args: readonly unknown[];
  /** True if the result consists of functions that stay in the thread. */
  readonly stays: boolean;
}

/** A message to a thread: its task, and memory that both sides see (see `uninterrupted`). */
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
  /** Settled once the thread has loaded SQLite, or has ended. */
  readonly loaded: Promise<unknown>;
  readonly exited: Promise<unknown>;
}

/** Threads that do one task after another. */
export interface Threads {
  start(task: Task): StartedTask;
}

const LOOK_AGAIN_MS = 10;
/** The maximum number of idle threads. Closing a project releases this many. */
const MOST_WAITING = 6;
const WAITS_MS = 20_000;

const ignored = (): void => {};

/** @param entry the file that each thread runs (see `runThread`) */
export function createThreads(entry: URL): Threads {
  /** Idle threads. They are kept because starting a thread takes longer than most tasks. */
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
     * Ending a thread in native code would end the process. So an end waits until SQLite is loaded and `uninterrupted`
     * work is done.
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
          // Its thread may already run another task.
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

/** The threads of this process. The build puts the file that they run next to the backend (electron.vite.config.ts). */
export const threads = createThreads(
  new URL(isBuilt ? './worker-thread.js' : './thread.ts', import.meta.url),
);
