import type { MessagePort, Transferable } from 'node:worker_threads';
import { openForReading } from '../store/database.ts';
import type { Staying } from './module-types.ts';
import { Moved } from './moved.ts';
import { toFailure, type WorkerFailure } from './run-worker.ts';
import type { Task } from './start-worker.ts';

/** A task's messages to its caller. */
export interface FromTask {
  readonly progress?: unknown;
  readonly failure?: WorkerFailure;
  readonly done?: { readonly value: unknown };
  /** Functions stay now. Those that can release what they hold leave the thread to others; else it ends with them. */
  readonly stayed?: { readonly canLeave: boolean };
  /** Of a function that stays, by the number of its question. */
  readonly answer?: { readonly number: number; readonly value: unknown };
  readonly refusal?: { readonly number: number; readonly failure: WorkerFailure };
  /** Functions that stayed have released what they held. */
  readonly left?: true;
}

/** To functions that stay: a question, or the request to go. */
export type ToTask =
  | { readonly number: number; readonly name: string; readonly args: readonly unknown[] }
  | 'leave';

export type ModuleList = Readonly<Record<string, () => Promise<object>>>;

/** Calls a task's function; resolves once nothing of it is left in the thread. */
export async function runTask(modules: ModuleList, port: MessagePort, task: Task): Promise<void> {
  const { module, name, path, args, stays } = task;
  const send = (message: FromTask, buffers: readonly ArrayBufferLike[] = []): void =>
    port.postMessage(message, buffers as unknown as Transferable[]);
  const finish = (made: unknown): void =>
    made instanceof Moved
      ? send({ done: { value: made.value } }, made.buffers)
      : send({ done: { value: made } });
  try {
    const load = Object.hasOwn(modules, module) ? modules[module] : undefined;
    const called = load && ((await load()) as Readonly<Record<string, unknown>>)[name];
    if (typeof called !== 'function') throw new Error(`No thread calls ${module}.${name}.`);
    const database = path === null ? null : openForReading(path);
    const report = (progress: unknown): void => send({ progress });
    try {
      const made = await called(...(database ? [database] : []), ...args, report);
      if (stays) await stay(made as Staying, port, database !== null, send);
      else finish(made);
    } finally {
      database?.close();
    }
    if (stays) send({ left: true });
  } catch (error) {
    send({ failure: toFailure(error) });
  }
}

/** Answers one question after the other, until it is to leave. */
async function stay(
  { close, ...functions }: Staying,
  port: MessagePort,
  canLeave: boolean,
  send: (message: FromTask) => void,
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
