import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { answerKeyRequest, type KeyAnswer, type KeyRequest } from '../providers/model/key-messages.ts';
import { type KeyStore, memoryKeys } from '../providers/model/keys.ts';

const MOST = 3;
const WITHIN_MS = 60_000;

/** Returns a function that allows restarting a backend unless it has stopped several times in a row. `now` is in ms. */
export function createRestartLimit(now: () => number = () => performance.now()): () => boolean {
  let recent: number[] = [];
  return () => {
    const at = now();
    recent = recent.filter((time) => at - time < WITHIN_MS);
    recent.push(at);
    return recent.length <= MOST;
  };
}

export interface ThreadOptions {
  readonly shell: 'electron' | 'browser' | 'test';
  readonly version: string;
  readonly settingsFolder: string | null;
  readonly resources?: string;
  readonly files: { readonly reach: 'any' | 'workspace'; readonly workspace: string };
}

export type ThreadCommand =
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | KeyAnswer
  | { readonly kind: 'stop' };

export type ShellRequest = KeyRequest | { readonly kind: 'unanswered'; readonly reason: string };

export interface BackendThread {
  /** Returns a port for the messages of one page. When the port is closed, the page's session ends. */
  connect(): MessagePort;
  /** Releases every project. Running jobs are paused. */
  stop(): Promise<void>;
  /** Called if the thread ends unexpectedly. Its pages must then connect to a new one. */
  onCrash(listener: (error: Error) => void): void;
}

/** Starts the backend in a thread, so that it never blocks the window. Pass the same `keys` after a restart. */
export function startBackendThread(
  options: ThreadOptions,
  keys: KeyStore = memoryKeys(),
  onUnanswered: (reason: string) => void = (reason) => console.error('A message was not answered:', reason),
): BackendThread {
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = new URL(fromSource ? './thread.ts' : './backend-thread.js', import.meta.url);
  const worker = new Worker(entry, { workerData: options });
  let stopping = false;
  let failure: Error | null = null;
  worker.on('message', (request: ShellRequest) => {
    if (request.kind === 'unanswered') {
      onUnanswered(request.reason);
      return;
    }
    void answerKeyRequest(keys, request).then((answer) => worker.postMessage(answer satisfies ThreadCommand));
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  return {
    connect() {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ kind: 'connect', port: port2 } satisfies ThreadCommand, [port2]);
      return port1;
    },
    async stop() {
      stopping = true;
      worker.postMessage({ kind: 'stop' } satisfies ThreadCommand);
      await ended;
    },
    onCrash(listener) {
      worker.once('exit', (code) => {
        if (!stopping) listener(failure ?? new Error(`The backend ended with exit code ${code}.`));
      });
    },
  };
}
