import { expect, it } from 'vitest';
import { runWorker } from './run-worker.ts';
import { startWorker } from './start-worker.ts';

interface Echo {
  readonly input: string;
  readonly progress: never;
  readonly result: { readonly said: string; readonly thread: number };
}
const echo = (said: string) => runWorker<Echo>(new URL('./echo.worker.fixture.ts', import.meta.url), said);
const start = (file: string, input: unknown) => startWorker(new URL(file, import.meta.url), input);

it('is ended at once after SQLite was loaded, not before', async () => {
  const { worker, end } = start('./held.worker.fixture.ts', { forMs: 0 });
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  await end();
  await gone;
  expect(worker.threadId).toBe(-1);
});

it('is not ended while it does what must not be cut short', async () => {
  const { worker, end } = start('./held.worker.fixture.ts', { forMs: 300 });
  const said: unknown[] = [];
  const held = new Promise<void>((resolve) =>
    worker.on('message', (message) => {
      said.push(message);
      if (message === 'held') resolve();
    }),
  );
  await held;
  await end();
  expect(said.slice(said.indexOf('held'))).toEqual(['held', 'done']);
});

it('is ended where it cannot even begin', async () => {
  const { worker, end } = start('./none.worker.ts', null);
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
  const threads = (await Promise.all([echo('one'), echo('other')])).map(({ thread }) => thread);
  expect(new Set(threads).size).toBe(2);
});
