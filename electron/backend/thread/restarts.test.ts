import { expect, it } from 'vitest';
import { createRestartLimit } from './start-thread.ts';

it('allows three restarts a minute, and again once time has passed', () => {
  let now = 0;
  const mayRestart = createRestartLimit(() => now);
  expect([mayRestart(), mayRestart(), mayRestart()]).toEqual([true, true, true]);
  now = 1000;
  expect(mayRestart()).toBe(false);
  now = 62_000;
  expect(mayRestart()).toBe(true);
});
