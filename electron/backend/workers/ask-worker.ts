import { DialogramError } from '#shared/contract/errors.ts';
import { failureOf, toFailure, type WorkerFailure, type WorkerOptions } from './run-worker.ts';
import { enterWorker, nameOf, startWorker } from './start-worker.ts';

/** Workers that stay: they build something once, then answer questions in order, one at a time. */
export interface AskedWorker<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
  /** Called once if it ends unexpectedly; pending questions are answered with an error. */
  onEnd(listener: () => void): void;
}

/** The types of a question-answering worker: its input, and the messages between it and its caller. */
export interface Talk<Input, Ready, Question, Answer, Progress = never> {
  readonly input: Input;
  /** Its message once it has built its data. */
  readonly ready: Ready;
  readonly question: Question;
  readonly answer: Answer;
  readonly progress: Progress;
}
type AnyTalk = Talk<unknown, unknown, unknown, unknown, unknown>;

interface Outgoing<Kind extends AnyTalk> {
  readonly progress?: Kind['progress'];
  readonly ready?: { readonly value: Kind['ready']; readonly canClose: boolean };
  readonly answer?: { readonly number: number; readonly value: Kind['answer'] };
  readonly failure?: WorkerFailure & { readonly number: number | null };
  /** It holds nothing open any more. */
  readonly closed?: true;
}

/** A question, or the request to release its data. */
type Incoming<Kind extends AnyTalk> =
  | { readonly number: number; readonly question: Kind['question'] }
  | 'close';

/** Starts a worker and waits until it is ready. A cancel ends it. @param file as that of `runWorker` */
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
    const { worker, end, leave } = startWorker(file, input);
    const waiting = new Map<
      number,
      { resolve(answer: Kind['answer']): void; reject(error: unknown): void }
    >();
    let questions = 0;
    let stopped = false;
    let closed = false;
    let canClose = false;
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
          worker.postMessage({ number, question } satisfies Incoming<Kind>);
        }),
      async close() {
        const isFree = canClose && !closed && waiting.size === 0;
        closed = true;
        if (isFree) {
          worker.postMessage('close' satisfies Incoming<Kind>);
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
    const onMessage = (message: Outgoing<Kind>): void => {
      if (stopped) return;
      if (message.progress !== undefined) onProgress?.(message.progress);
      if (message.failure) {
        const error = failureOf(message.failure);
        const { number } = message.failure;
        if (number === null) {
          fail(error);
          void end();
        } else {
          waiting.get(number)?.reject(error);
          waiting.delete(number);
        }
      }
      if (message.answer) {
        waiting.get(message.answer.number)?.resolve(message.answer.value);
        waiting.delete(message.answer.number);
      }
      if (message.ready !== undefined) {
        signal?.removeEventListener('abort', stop);
        canClose = message.ready.canClose;
        resolve({ worker: asked, ready: message.ready.value });
      }
      if (message.closed) {
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
      else fail(new Error(`The ${nameOf(file)} worker ended early with exit code ${code}.`));
      if (!expected) ended();
    };
    worker.on('message', onMessage).on('error', fail).on('exit', onExit);
  });
}

/** Returns a worker that starts with its first question, and again after a failure. */
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

/** Returns the error for a question whose worker was closed. */
export const closedMeanwhile = (): DialogramError =>
  new DialogramError('CANCELLED', 'The worker was closed in the meantime.', { nextStep: 'Ask again.' });

/** The worker's side: builds, reports, answers. With a `close`, its thread is reused; without one it ends. */
export function serveQuestions<Kind extends AnyTalk>(
  build: (
    input: Kind['input'],
    report: (progress: Kind['progress']) => void,
  ) => Promise<{
    readonly ready: Kind['ready'];
    answer(question: Kind['question']): Promise<Kind['answer']>;
    close?(): void;
  }>,
): void {
  enterWorker(async (port, input) => {
    const send = (message: Outgoing<Kind>): void => port.postMessage(message);
    const failed = (error: unknown, number: number | null) => ({ ...toFailure(error), number });
    try {
      const { ready, answer, close } = await build(input, (progress) => send({ progress }));
      const closed = new Promise<void>((resolve) => {
        let turn: Promise<void> = Promise.resolve();
        port.on('message', function take(message: Incoming<Kind>) {
          if (message === 'close') {
            port.off('message', take);
            close?.();
            resolve();
            return;
          }
          const { number, question } = message;
          turn = turn
            .then(() => answer(question))
            .then(
              (value) => send({ answer: { number, value } }),
              (error: unknown) => send({ failure: failed(error, number) }),
            );
        });
      });
      send({ ready: { value: ready, canClose: close !== undefined } });
      await closed;
      send({ closed: true });
    } catch (error) {
      send({ failure: failed(error, null) });
    }
  });
}
