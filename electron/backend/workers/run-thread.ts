import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { openForReading, sqliteVersion } from '../store/database.ts';
import { type Failure, toFailure } from './failure.ts';
import type { Staying } from './module-types.ts';
import type { Task, TaskMessage } from './threads.ts';
import { Transferred } from './transfer.ts';
import { beginTask } from './uninterrupted.ts';

export interface FromTask {
  readonly progress?: unknown;
  readonly failure?: Failure;
  readonly done?: { readonly value: unknown };
  /** The functions now stay in the thread. If `close` is not among them, the thread ends with them. */
  readonly stayed?: { readonly canLeave: boolean };
  /** The answer of a function that stays, by the number of the question. */
  readonly answer?: { readonly number: number; readonly value: unknown };
  readonly refusal?: { readonly number: number; readonly failure: Failure };
  readonly left?: true;
}

/** Sent to functions that stay: a question, or the request to leave. */
export type ToTask =
  | { readonly number: number; readonly name: string; readonly args: readonly unknown[] }
  | 'leave';

type ModuleList = Readonly<Record<string, () => Promise<object>>>;
type Send = (message: FromTask, buffers?: readonly ArrayBufferLike[]) => void;

/** The main function of a thread: loads SQLite, reports this, and then does one task after another. */
export async function runThread(modules: ModuleList): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file runs only as a thread.');
  const send: Send = (message, buffers = []) =>
    port.postMessage(message, buffers as unknown as Transferable[]);
  sqliteVersion();
  port.postMessage({} satisfies FromTask);
  for (;;) {
    const { task, hold } = await new Promise<TaskMessage>((resolve) => port.once('message', resolve));
    beginTask(hold);
    try {
      await runTask(await functionOf(modules, task), port, task, send);
    } catch (error) {
      send({ failure: toFailure(error) });
    }
  }
}

type ThreadFunction = (...args: unknown[]) => unknown;

async function functionOf(modules: ModuleList, { module, name }: Task): Promise<ThreadFunction> {
  const load = Object.hasOwn(modules, module) ? modules[module] : undefined;
  const called = load && ((await load()) as Readonly<Record<string, unknown>>)[name];
  if (typeof called !== 'function') throw new Error(`There is no thread function ${name} in ${module}.`);
  return called as ThreadFunction;
}

/** Runs one task. Resolves once the thread is free again. */
async function runTask(
  called: ThreadFunction,
  port: MessagePort,
  { path, args, stays }: Task,
  send: Send,
): Promise<void> {
  const database = path === null ? null : openForReading(path);
  const report = (progress: unknown): void => send({ progress });
  let made: unknown;
  try {
    made = await called(...(database ? [database] : []), ...args, report);
    if (stays) await stay(made as Staying, port, database !== null, send);
  } finally {
    database?.close();
  }
  if (stays) send({ left: true });
  else if (made instanceof Transferred) send({ done: { value: made.value } }, made.buffers);
  else send({ done: { value: made } });
}

/** Answers one question after another, until the functions have to leave. */
async function stay(
  { close, ...functions }: Staying,
  port: MessagePort,
  canLeave: boolean,
  send: Send,
): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    let turn: Promise<void> = Promise.resolve();
    port.on('message', function take(message: ToTask) {
      if (message === 'leave') {
        port.off('message', take);
        close?.();
        resolve();
        return;
      }
      const { number, name, args } = message;
      turn = turn
        .then(() => functions[name]!(...args))
        .then(
          (value) => send({ answer: { number, value } }),
          (error: unknown) => send({ refusal: { number, failure: toFailure(error) } }),
        );
    });
  });
  send({ stayed: { canLeave: canLeave || close !== undefined } });
  await gone;
}
