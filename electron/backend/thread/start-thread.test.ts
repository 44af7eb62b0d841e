import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { afterwards, temporaryFolder } from '../../../tests/fixtures/cleanup.ts';
import { startBackendThread } from './start-thread.ts';

const options = { shell: 'test', version: '0', settingsFolder: null } as const;

it('tells of a thread that ends by itself, with the reason', async () => {
  const workspace = join(temporaryFolder(), 'not-there');
  const thread = startBackendThread({ ...options, files: { reach: 'workspace', workspace } });
  const error = await new Promise<Error>((resolve) => thread.onCrash(resolve));
  expect(error.message).toContain('not-there');
  // Stopping a thread that no longer exists does no harm.
  await thread.stop();
});

it('does not call a stop a crash, and hangs up on its pages', async () => {
  const thread = startBackendThread({ ...options, files: { reach: 'any', workspace: temporaryFolder() } });
  const crashed = vi.fn();
  thread.onCrash(crashed);
  const port = thread.connect();
  const closed = new Promise<void>((resolve) => port.once('close', resolve));
  await thread.stop();
  await closed;
  expect(crashed).not.toHaveBeenCalled();
});

it('goes on after messages that cannot be read, and tells of each', async () => {
  const unanswered: string[] = [];
  const thread = startBackendThread(
    { ...options, files: { reach: 'any', workspace: temporaryFolder() } },
    undefined,
    (reason) => unanswered.push(reason),
  );
  afterwards(() => thread.stop());
  const crashed = vi.fn();
  thread.onCrash(crashed);
  const port = thread.connect();
  for (const garbage of [
    'no json',
    '{}',
    '[1]',
    '{"i":1,"p":{"u":7}}',
    '{"i":"2","p":{"u":"/nowhere"}}',
    5,
    null,
    {},
  ]) {
    port.postMessage(garbage);
  }
  port.postMessage(new Uint8Array([255, 1, 255]));
  const answered = new Promise<string>((resolve) => {
    port.on('message', (message: string) => {
      if (String(message).includes('"answer"')) resolve(message);
    });
  });
  port.postMessage(JSON.stringify({ i: 'answer', p: { u: '/system/info', b: {} } }));
  expect(await answered).toContain('"shell":"test"');
  await vi.waitUntil(() => unanswered.length >= 5, 600_000);
  expect(unanswered.join()).toMatch(/JSON/);
  expect(crashed).not.toHaveBeenCalled();
});
