import { existsSync, statSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { writeManyCalls } from '../fixtures/dialogues.ts';
import { importFiles, makeProject } from '../fixtures/project.ts';

const MEGABYTE = 2 ** 20;

it('moves what was committed into the project file while the project stays open', async () => {
  const { client, backend, folder, path } = await makeProject();
  await importFiles(client, [await writeManyCalls(folder, 'calls.jsonl', 8000)]);
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(4 * MEGABYTE), {
    timeout: 20_000,
    interval: 200,
  });
  expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(8000);
  await backend.stop();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
