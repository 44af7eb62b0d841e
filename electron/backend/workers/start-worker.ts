import { basename } from 'node:path';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
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

/**
 * Starts a worker. A thread that is ended while it loads SQLite's native code takes the whole process with it, so that
 * an end waits for the worker's first message, which says that it has loaded it.
 */
export function startWorker(file: URL, input: unknown): StartedWorker {
  const worker = new Worker(workerUrl(file), { workerData: input });
  const loaded = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  return {
    worker,
    async end() {
      await loaded;
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
