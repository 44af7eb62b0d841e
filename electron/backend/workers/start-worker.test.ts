import { expect, it } from 'vitest';
import { startWorker } from './start-worker.ts';

const start = (file: string) => {
  const { worker, end } = startWorker(new URL(file, import.meta.url), { path: 'none' });
  const seen: string[] = [];
  for (const event of ['message', 'error', 'exit']) worker.on(event, () => seen.push(event));
  return { seen, end };
};

it('is ended at once after SQLite was loaded, not before', async () => {
  const { seen, end } = start('../store/file/checkpoint.worker.ts');
  await end();
  expect([seen[0], seen.at(-1)]).toEqual(['message', 'exit']);
});

it('is not ended while it does what must not be cut short', async () => {
  const { worker, end } = startWorker(new URL('./held.worker.fixture.ts', import.meta.url), { forMs: 300 });
  const said: unknown[] = [];
  const held = new Promise<void>((resolve) =>
    worker.on('message', (message) => {
      said.push(message);
      if (message === 'held') resolve();
    }),
  );
  await held;
  await end();
  expect(said).toEqual([{}, 'held', 'done']);
});

it('is ended where it cannot even begin', async () => {
  const { seen, end } = start('./none.worker.ts');
  await end();
  expect(seen).toEqual(['error', 'exit']);
});
