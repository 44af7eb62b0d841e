import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { afterwards, temporaryFolder } from '../../../tests/fixtures/cleanup.ts';
import { mostThreads, threadSettings } from './threads.ts';

it('limits jobs from now on and after a restart, and workers inherit the limit', async () => {
  const folder = join(temporaryFolder('threads'), 'settings');
  const settings = threadSettings(folder);
  afterwards(() => settings.write({ threads: null }));
  expect([settings.read().threads, mostThreads()]).toEqual([null, availableParallelism()]);
  settings.write({ threads: 1 });
  expect(mostThreads()).toBe(1);
  const worker = new Worker(
    "require('node:worker_threads').parentPort.postMessage(process.env.DIALOGRAM_THREADS)",
    { eval: true },
  );
  expect(await new Promise((resolve) => worker.once('message', resolve))).toBe('1');
  await worker.terminate();
  delete process.env.DIALOGRAM_THREADS;
  expect(threadSettings(folder).read()).toEqual({ threads: 1 });
  expect(mostThreads()).toBe(1);
  settings.write({ threads: null });
  expect(mostThreads()).toBe(availableParallelism());
});
