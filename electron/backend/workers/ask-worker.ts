import { DialogramError } from '#shared/contract/errors.ts';
import { failureOf, toFailure, type WorkerFailure, type WorkerOptions } from './run-worker.ts';
import { enterWorker, nameOf, startWorker, workerInput } from './start-worker.ts';

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

/** What such a worker is started with, and what passes between it and who asks. */
export interface Talk<Input, Ready, Question, Answer, Progress = never> {
  readonly input: Input;
  /** What it says once it has built what it answers from. */
  readonly ready: Ready;
  readonly question: Question;
  readonly answer: Answer;
  readonly progress: Progress;
}
type AnyTalk = Talk<unknown, unknown, unknown, unknown, unknown>;

interface Outgoing<Kind extends AnyTalk> {
  readonly progress?: Kind['progress'];
  readonly ready?: Kind['ready'];
  readonly answer?: { readonly number: number; readonly value: Kind['answer'] };
  readonly failure?: WorkerFailure & { readonly number: number | null };
}

/**
 * Starts a worker and waits until it has built what it answers from, and says what. A cancel ends it, and is answered once it is gone.
 * @param file as that of `runWorker`
 */
export function startAskedWorker<Kind extends AnyTalk>(
  file: URL,
  input: Kind['input'],
  { signal, onProgress }: WorkerOptions<Kind['progress']> = {},
): Promise<{
  readonly worker: AskedWorker<Kind['question'], Kind['answer']>;
  readonly ready: Kind['ready'];
}> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const { worker, end } = startWorker(file, input);
    const waiting = new Map<
      number,
      { resolve(answer: Kind['answer']): void; reject(error: unknown): void }
    >();
    let questions = 0;
    let stopped = false;
    let closed = false;
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
    const asked: AskedWorker<Kind['question'], Kind['answer']> = {
      ask: (question) =>
        new Promise<Kind['answer']>((resolveAnswer, rejectAnswer) => {
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
        await end();
      },
      onEnd(listener) {
        ended = listener;
      },
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: Outgoing<Kind>) => {
      if (stopped) return;
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
        signal?.removeEventListener('abort', stop);
        resolve({ worker: asked, ready: message.ready });
      }
    });
    worker.on('error', fail);
    worker.on('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      const expected = closed;
      closed = true;
      if (stopped) fail(signal?.reason);
      else if (expected) fail(closedMeanwhile());
      else fail(new Error(`The ${nameOf(file)} worker ended early with exit code ${code}.`));
      if (!expected) ended();
    });
  });
}

/** A worker that is started with its first question, and again after one that could not start or ended by itself. */
export function askWhenNeeded<Kind extends AnyTalk>(
  file: URL,
  input: Kind['input'],
): Pick<AskedWorker<Kind['question'], Kind['answer']>, 'ask' | 'close'> {
  let starting: Promise<AskedWorker<Kind['question'], Kind['answer']>> | null = null;
  const start = async () => {
    const { worker } = await startAskedWorker<Kind>(file, input);
    worker.onEnd(() => {
      starting = null;
    });
    return worker;
  };
  return {
    async ask(question) {
      starting ??= start();
      try {
        return await (await starting).ask(question);
      } catch (error) {
        await starting?.catch(() => {
          starting = null;
        });
        throw error;
      }
    },
    async close() {
      const worker = await starting?.catch(() => null);
      starting = null;
      await worker?.close();
    },
  };
}

/** Of a question to what is no longer there to answer it. */
export const closedMeanwhile = (): DialogramError =>
  new DialogramError('CANCELLED', 'What answers questions was closed meanwhile.', { nextStep: 'Ask again.' });

/** The worker's side: builds, says so, then answers. */
export function serveQuestions<Kind extends AnyTalk>(
  build: (
    input: Kind['input'],
    report: (progress: Kind['progress']) => void,
  ) => Promise<{
    readonly ready: Kind['ready'];
    answer(question: Kind['question']): Promise<Kind['answer']>;
  }>,
): void {
  const port = enterWorker();
  const send = (message: Outgoing<Kind>): void => port.postMessage(message);
  const failed = (error: unknown, number: number | null) => ({ ...toFailure(error), number });
  build(workerInput(), (progress) => send({ progress })).then(
    ({ ready, answer }) => {
      let turn: Promise<void> = Promise.resolve();
      port.on('message', ({ number, question }: { number: number; question: Kind['question'] }) => {
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
