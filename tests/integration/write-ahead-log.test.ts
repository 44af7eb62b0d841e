import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Features } from '#backend/dispatch/router.ts';
import * as features from '#backend/features.ts';
import { supportCalls, writeManyCalls } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, openPage, startTestBackend } from '../fixtures/project.ts';

const MEGABYTE = 2 ** 20;

it('moves committed data into the project file while the project stays open', async () => {
  const { client, backend, folder, path } = await makeProject();
  await importFiles(client, [await writeManyCalls(folder, 'calls.jsonl', 8000)]);
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(4 * MEGABYTE), {
    timeout: 600_000,
    interval: 200,
  });
  expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(8000);
  await backend.stop();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

describe('a project that cannot be opened', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const failing: Features = {
    ...features,
    jobs: {
      ...features.jobs,
      onOpen: () => {
        throw new Error('It fails while it is opened.');
      },
    },
  };

  it.each([
    ['since what is noted of its jobs cannot be changed', features, true],
    ['since a feature fails', failing, false],
  ])('leaves no timer and no lock behind, %s', async (_, own, isRefused) => {
    const { backend, path } = await makeProject(supportCalls(4));
    await backend.stop();
    const database = new Database(path);
    database.exec(`UPDATE jobs SET state = 'running'`);
    if (isRefused)
      database.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON jobs BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    database.close();
    const { client } = openPage(startTestBackend(undefined, {}, own));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await expect(client.projects.open({ path })).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
    expect(existsSync(`${path}-lock`)).toBe(false);
  });
});
