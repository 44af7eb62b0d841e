import { expect, it } from 'vitest';
import { callIn } from './in-thread.ts';
import type { FromTask } from './run-thread.ts';
import { createThreads } from './threads.ts';

const threads = createThreads(new URL('../../../tests/fixtures/called-thread.ts', import.meta.url));
const task = (name: string, ...args: readonly unknown[]) => ({ module: 'called', name, path: null, args });
const echo = (said: string) =>
  callIn<{ readonly said: string; readonly thread: number }>(threads, task('echo', said), {});
const hold = (forMs: number) => threads.start({ ...task('hold', forMs), stays: false });

it('is ended at once after SQLite was loaded, not before', async () => {
  const { worker, end } = hold(0);
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  await end();
  await gone;
  expect(worker.threadId).toBe(-1);
});

it('is not ended while it does what must not be cut short', async () => {
  const { worker, end } = hold(300);
  const said: unknown[] = [];
  const held = new Promise<void>((resolve) =>
    worker.on('message', ({ progress }: FromTask) => {
      said.push(progress);
      if (progress === 'held') resolve();
    }),
  );
  await held;
  await end();
  expect(said.slice(said.indexOf('held'))).toEqual(['held', 'done']);
});

it('is ended where it cannot even begin', async () => {
  const none = createThreads(new URL('./none.ts', import.meta.url));
  const { worker, end } = none.start({ ...task('echo', ''), stays: false });
  const seen: string[] = [];
  worker.on('error', () => seen.push('error'));
  await new Promise<void>((resolve) => worker.on('exit', () => resolve(void seen.push('exit'))));
  await end();
  expect(seen).toEqual(['error', 'exit']);
});

it('works in the thread of one that has its result, and not in that of one that failed', async () => {
  const first = await echo('first');
  const second = await echo('second');
  expect(second).toEqual({ said: 'second', thread: first.thread });
  await expect(echo('')).rejects.toThrow('Nothing was said.');
  const third = await echo('third');
  expect(third.said).toBe('third');
  expect(third.thread).not.toBe(first.thread);
});

it('works in two threads where two are asked at once', async () => {
  const both = (await Promise.all([echo('one'), echo('other')])).map(({ thread }) => thread);
  expect(new Set(both).size).toBe(2);
});

it('reports progress, and moves a result whose arrays share a buffer', async () => {
  const counted: number[] = [];
  const onProgress = (number: never): void => void counted.push(number);
  const halves = await callIn<readonly Int32Array[]>(threads, task('count', 4), { onProgress });
  expect(counted).toEqual([1, 2, 3, 4]);
  expect(halves.map((half) => [...half])).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(halves[0]?.buffer).toBe(halves[1]?.buffer);
});

it('keeps the code and the details of an error', async () => {
  await expect(callIn(threads, task('refuse', 'this'), {})).rejects.toMatchObject({
    code: 'INVALID',
    message: 'It was refused.',
    detail: { value: 'this', nextStep: 'Say something else.' },
  });
});

it('is ended by a signal, and rejects with its reason', async () => {
  const canceling = new AbortController();
  const reason = new Error('It is no longer wanted.');
  const onProgress = (): void => canceling.abort(reason);
  const held = callIn(threads, task('hold', 0), { signal: canceling.signal, onProgress });
  await expect(held).rejects.toBe(reason);
  await expect(callIn(threads, task('echo', 'late'), { signal: canceling.signal })).rejects.toBe(reason);
});

it('calls nothing but functions of listed modules', async () => {
  for (const [module, name] of [
    ['called', 'missing'],
    ['../../../tests/fixtures/called.ts', 'echo'],
    ['constructor', 'name'],
  ]) {
    const asked = { module: module!, name: name!, path: null, args: [] };
    await expect(callIn(threads, asked, {})).rejects.toThrow(
      `There is no thread function ${name} in ${module}.`,
    );
  }
});
