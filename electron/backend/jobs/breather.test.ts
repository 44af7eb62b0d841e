import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Breather } from './breather.ts';

it('lets other work run while it pauses, and is due again only after some work', async () => {
  const breather = new Breather(new AbortController().signal);
  await delay(15);
  expect(breather.due).toBe(true);
  let others = 0;
  setImmediate(() => others++);
  await breather.pause();
  expect(others).toBe(1);
  expect(breather.due).toBe(false);
});

it('ends with the reason of the signal, whether it was aborted before the pause or in it', async () => {
  const abort = new AbortController();
  const breather = new Breather(abort.signal);
  const reason = new Error('cancelled');
  const pause = breather.pause();
  abort.abort(reason);
  await expect(pause).rejects.toBe(reason);
  await expect(breather.pause()).rejects.toBe(reason);
});
