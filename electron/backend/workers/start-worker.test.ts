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

it('is ended where it cannot even begin', async () => {
  const { seen, end } = start('./none.worker.ts');
  await end();
  expect(seen).toEqual(['error', 'exit']);
});
