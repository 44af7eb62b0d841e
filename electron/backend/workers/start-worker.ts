import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { sqliteVersion } from '../store/database.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

/** Returns a worker's URL: its own file in the source; the build puts all next to the backend (electron.vite.config.ts). */
const workerUrl = (file: URL): URL =>
  isBuilt ? new URL(`./${nameOf(file)}.worker.js`, import.meta.url) : file;

export const nameOf = (file: URL): string => basename(file.pathname, '.worker.ts');

interface StartedWorker {
  readonly worker: Worker;
  /** Does nothing after it has left its thread. */
  end(): Promise<void>;
  /** Called instead of ending the thread, so another worker can use it. The caller no longer listens. */
  leave(): void;
}

/** The task of a thread, and a flag that tells if it may be ended now. */
interface Started {
  readonly file: string;
  readonly input: unknown;
  /** FREE, or HELD and ENDING added up, in memory that both threads see. */
  readonly hold: Int32Array;
}

const FREE = 0;
const HELD = 1;
const ENDING = 2;
const LOOK_AGAIN_MS = 10;

interface Thread {
  readonly worker: Worker;
  /** Settled once it has loaded SQLite, or is gone. */
  readonly loaded: Promise<unknown>;
  readonly exited: Promise<unknown>;
}

/** Idle threads that wait for another task: starting a thread takes longer than most tasks. */
const waiting: { readonly thread: Thread; readonly timer: NodeJS.Timeout; goes(): void }[] = [];
/** The maximum number of idle threads: as many as a closed project releases. */
const MOST_WAITING = 6;
const WAITS_MS = 20_000;

/** Idle threads can be lost. */
const ignored = (): void => {};

function newThread(): Thread {
  const worker = new Worker(workerUrl(new URL('./thread.worker.ts', import.meta.url)));
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const loaded = Promise.race([new Promise((resolve) => worker.once('message', resolve)), exited]);
  return { worker, loaded, exited };
}

function takeThread(): Thread {
  const taken = waiting.pop();
  if (!taken) return newThread();
  clearTimeout(taken.timer);
  const { worker } = taken.thread;
  worker.off('error', ignored);
  worker.off('exit', taken.goes);
  worker.ref();
  return taken.thread;
}

function letWait(thread: Thread): void {
  const { worker } = thread;
  worker.on('error', ignored);
  if (waiting.length >= MOST_WAITING) {
    void worker.terminate();
    return;
  }
  const goes = (): void => {
    const at = waiting.indexOf(entry);
    if (at !== -1) waiting.splice(at, 1);
  };
  const timer = globalThis.setTimeout(() => {
    goes();
    void worker.terminate();
  }, WAITS_MS);
  const entry = { thread, timer, goes };
  worker.on('exit', goes);
  timer.unref();
  worker.unref();
  waiting.push(entry);
}

/**
 * Starts a worker, in an idle thread if there is one. Ending a thread inside native code would end the whole
 * process. So an end waits for the thread's first message, sent after SQLite is loaded, and for
 * `uninterrupted` work.
 */
export function startWorker(file: URL, input: unknown): StartedWorker {
  const hold = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = takeThread();
  const { worker, loaded, exited } = thread;
  let hasLeft = false;
  worker.postMessage({ file: workerUrl(file).href, input, hold } satisfies Started);
  return {
    worker,
    async end() {
      await loaded;
      // Its thread may already run another worker.
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
}

/** The current task of the thread. */
let started: Started | null = null;

/** The start function of a worker; resolves once it has nothing more to do and holds nothing open. */
type Begin = (port: MessagePort, input: unknown) => Promise<void>;

let lastEntered: Begin | null = null;

/** Called by a worker's file when it is loaded, with its start function. */
export function enterWorker(begin: Begin): void {
  lastEntered = begin;
}

/** A thread's life: loads SQLite and says so, which must come first; then one worker after the other. */
export async function runThread(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  // A file is loaded once, even if its worker starts repeatedly.
  const entered = new Map<string, Begin>();
  sqliteVersion();
  port.postMessage({});
  for (;;) {
    const next = await new Promise<Started>((resolve) => port.once('message', resolve));
    started = next;
    let begin = entered.get(next.file);
    if (!begin) {
      await import(/* @vite-ignore */ next.file);
      if (!lastEntered) throw new Error(`${nameOf(new URL(next.file))} is not a worker.`);
      begin = lastEntered;
      entered.set(next.file, begin);
    }
    await begin(port, next.input);
  }
}

/** Returns true if this worker should end as soon as its `uninterrupted` work allows. */
export const isEnding = (): boolean => {
  const hold = started?.hold;
  return hold !== undefined && (Atomics.load(hold, 0) & ENDING) !== 0;
};

/** Does native work that must not be cut short, where this is a worker's thread: an end waits until it has returned. */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  const hold = started?.hold;
  if (!hold) return work();
  // It is being ended, and does no more work.
  if (Atomics.compareExchange(hold, 0, FREE, HELD) !== FREE) return new Promise<never>(() => {});
  try {
    return await work();
  } finally {
    Atomics.and(hold, 0, ~HELD);
  }
}
