import { parentPort, Worker, workerData } from 'node:worker_threads';
import { DialogramError, type ErrorDetail } from '#shared/contract/errors.ts';
import { failureOf, type WorkerFailure, type WorkerName, workerUrl } from './run-worker.ts';

/**
 * Workers that stay: they build something once, then answer questions about it until they are closed. One question
 * is worked on at a time, in the order asked.
 */
export interface AskedWorker<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
  /** Told once when it ends without having been closed; what it was asked then is answered with an error. */
  onEnd(listener: () => void): void;
}

interface Outgoing<Progress, Ready, Answer> {
  readonly progress?: Progress;
  readonly ready?: Ready;
  readonly answer?: { readonly number: number; readonly value: Answer };
  readonly failure?: WorkerFailure & { readonly number: number | null };
}

/** Starts a worker and waits until it has built what it answers from, and says what. A cancel ends it at once. */
export function startAskedWorker<Input, Progress, Question, Answer, Ready>(
  name: WorkerName,
  input: Input,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: Progress) => void },
): Promise<{ readonly worker: AskedWorker<Question, Answer>; readonly ready: Ready }> {
  const { signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const worker = new Worker(workerUrl(name), { workerData: input });
    const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: unknown): void }>();
    let questions = 0;
    let closed = false;
    let ended: () => void = () => {};
    const stop = (): void => {
      reject(signal.reason);
      void worker.terminate();
    };
    const fail = (error: Error): void => {
      reject(error);
      for (const question of waiting.values()) question.reject(error);
      waiting.clear();
    };
    const asked: AskedWorker<Question, Answer> = {
      ask: (question) =>
        new Promise<Answer>((resolveAnswer, rejectAnswer) => {
          if (closed) {
            rejectAnswer(closedMeanwhile());
            return;
          }
          const number = questions++;
          waiting.set(number, { resolve: resolveAnswer, reject: rejectAnswer });
          worker.postMessage({ number, question });
        }),
      async close() {
        closed = true;
        await worker.terminate();
      },
      onEnd(listener) {
        ended = listener;
      },
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: Outgoing<Progress, Ready, Answer>) => {
      if (message.progress !== undefined) onProgress?.(message.progress);
      if (message.failure) {
        const error = failureOf(message.failure);
        const { number } = message.failure;
        if (number === null) fail(error);
        else waiting.get(number)?.reject(error);
        if (number !== null) waiting.delete(number);
      }
      if (message.answer) {
        waiting.get(message.answer.number)?.resolve(message.answer.value);
        waiting.delete(message.answer.number);
      }
      if (message.ready !== undefined) {
        signal.removeEventListener('abort', stop);
        resolve({ worker: asked, ready: message.ready });
      }
    });
    worker.on('error', fail);
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', stop);
      const error = closed
        ? closedMeanwhile()
        : new Error(`The ${name} worker ended early with exit code ${code}.`);
      const expected = closed;
      closed = true;
      fail(error);
      if (!expected) ended();
    });
  });
}

/** Of a question to what is no longer there to answer it. */
export const closedMeanwhile = (): DialogramError =>
  new DialogramError('CANCELLED', 'What answers questions was closed meanwhile.', { nextStep: 'Ask again.' });

/** The worker's side: builds, says so, then answers. */
export function serveQuestions<Input, Progress, Question, Answer, Ready>(
  build: (
    input: Input,
    report: (progress: Progress) => void,
  ) => Promise<{ readonly ready: Ready; answer(question: Question): Promise<Answer> }>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  const send = (message: Outgoing<Progress, Ready, Answer>): void => port.postMessage(message);
  const failed = (error: unknown, number: number | null) => {
    const detail: ErrorDetail | null = error instanceof DialogramError ? error.detail : null;
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    return { number, code, message: error instanceof Error ? error.message : String(error), detail };
  };
  build(workerData as Input, (progress) => send({ progress })).then(
    ({ ready, answer }) => {
      let turn: Promise<void> = Promise.resolve();
      port.on('message', ({ number, question }: { number: number; question: Question }) => {
        turn = turn
          .then(() => answer(question))
          .then(
            (value) => send({ answer: { number, value } }),
            (error: unknown) => send({ failure: failed(error, number) }),
          );
      });
      send({ ready });
    },
    (error: unknown) => send({ failure: failed(error, null) }),
  );
}
