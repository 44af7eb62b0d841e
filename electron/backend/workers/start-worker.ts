import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { sqliteVersion } from '../store/database.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

/** From source a worker is its own file; the build lays all of them flat beside the backend (electron.vite.config.ts). */
const workerUrl = (file: URL): URL =>
  isBuilt ? new URL(`./${nameOf(file)}.worker.js`, import.meta.url) : file;

export const nameOf = (file: URL): string => basename(file.pathname, '.worker.ts');

interface StartedWorker {
  readonly worker: Worker;
  end(): Promise<void>;
}

/** What a worker is started with: what it works on, and what says whether it may be ended now. */
interface Started {
  readonly input: unknown;
  /** FREE, or HELD and ENDING added up, in memory that both threads see. */
  readonly hold: Int32Array;
}

const FREE = 0;
const HELD = 1;
const ENDING = 2;
const LOOK_AGAIN_MS = 10;

/**
 * Starts a worker. A thread that is ended while it is in native code takes the whole process with it: an end waits for
 * the worker's first message, which says that it has loaded SQLite's, and for what it does `uninterrupted`.
 */
export function startWorker(file: URL, input: unknown): StartedWorker {
  const hold = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const started: Started = { input, hold };
  const worker = new Worker(workerUrl(file), { workerData: started });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const loaded = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    void exited.then(resolve);
  });
  return {
    worker,
    async end() {
      await loaded;
      let gone = false;
      void exited.then(() => {
        gone = true;
      });
      Atomics.or(hold, 0, ENDING);
      while ((Atomics.load(hold, 0) & HELD) !== 0 && !gone)
        await Promise.race([setTimeout(LOOK_AGAIN_MS), exited]);
      await worker.terminate();
    },
  };
}

/** The worker's side: loads SQLite and says so, which must come first; returns the port to who started it. */
export function enterWorker(): MessagePort {
  if (!parentPort) throw new Error('This file runs as a worker thread only.');
  sqliteVersion();
  parentPort.postMessage({});
  return parentPort;
}

/** What this worker was started with. */
export const workerInput = (): unknown => (workerData as Started).input;

/** Whether this worker is to end as soon as its `uninterrupted` work allows. */
export const isEnding = (): boolean => {
  const hold = (workerData as Started | null)?.hold;
  return hold !== undefined && (Atomics.load(hold, 0) & ENDING) !== 0;
};

/** Does native work that must not be cut short, where this is a worker's thread: an end waits until it has returned. */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  const hold = (workerData as Started | null)?.hold;
  if (!hold) return work();
  // It is being ended, and does nothing more.
  if (Atomics.compareExchange(hold, 0, FREE, HELD) !== FREE) return new Promise<never>(() => {});
  try {
    return await work();
  } finally {
    Atomics.and(hold, 0, ~HELD);
  }
}
