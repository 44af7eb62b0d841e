import { threadId } from 'node:worker_threads';
import { DialogramError } from '#shared/contract/errors.ts';
import { Moved } from './moved.ts';
import { uninterrupted } from './uninterrupted.ts';

/** Says what it is told, and in which thread. */
export function echo(said: string) {
  if (said === '') throw new Error('Nothing was said.');
  return { said, thread: threadId };
}

export function refuse(value: string): never {
  throw new DialogramError('INVALID', 'It was refused.', { value, nextStep: 'Say something else.' });
}

/** Counts to a number, and returns two halves of one buffer. */
export function count(to: number, report: (counted: number) => void) {
  for (let counted = 1; counted <= to; counted++) report(counted);
  const numbers = Int32Array.from({ length: to }, (_, at) => at + 1);
  const halves = [numbers.subarray(0, to / 2), numbers.subarray(to / 2)];
  const moved = new Moved(
    halves,
    halves.map(({ buffer }) => buffer),
  );
  return moved;
}

/** Holds its thread, says when it begins and ends, and would go on for ever. */
export async function hold(forMs: number, report: (said: string) => void): Promise<never> {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  await uninterrupted(async () => {
    report('held');
    Atomics.wait(pause, 0, 0, forMs);
    report('done');
  });
  void uninterrupted(async () => report('again'));
  setInterval(() => {}, 1000);
  return new Promise<never>(() => {});
}
