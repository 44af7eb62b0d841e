import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import * as lock from '#backend/store/file/lock.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, openPage, startTestBackend, tagWith } from '../fixtures/project.ts';

vi.mock('#backend/store/file/lock.ts', { spy: true });

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('dialogram-reading-'));

afterEach(() => vi.unstubAllEnvs());

it.each(['CANNOT_WRITE', 'DISK_FULL'] as const)(
  'reads a project where nothing can be written (%s)',
  async (code) => {
    // Keeps copies of other tests out of the folder.
    vi.stubEnv('TMPDIR', temporaryFolder());
    const { path, client, folder } = await makeProject(supportCalls(10));
    await tagWith(client, 'annotations');
    // As after a crash: half of the data is in the log.
    const still = join(temporaryFolder(), 'still.dialogram');
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, still + suffix);
    chmodSync(still, 0o444);
    const before = [readFileSync(still), readFileSync(`${still}-wal`)];
    vi.mocked(lock.lockProject).mockImplementationOnce((place) => {
      throw new DialogramError(code, 'Nothing can be written there.', { place });
    });
    const page = openPage(startTestBackend(folder)).client;
    const opened = await page.projects.open({ path: still });
    expect(opened).toMatchObject({ path: still, name: 'still', readOnly: true, inPlace: true });
    expect(opened.counts).toMatchObject({ dialogues: 10, taggingRuns: 1 });
    expect((await page.corpus.dialogues({ query: 'parcel' })).total).toBeGreaterThan(0);
    expect((await page.vocabulary.list({})).total).toBeGreaterThan(0);
    expect((await page.projects.recent())[0]).toMatchObject({ path: still });
    await expect(page.tagging.run({ tagger: 'offline' })).rejects.toMatchObject({
      code,
      data: { place: still, nextStep: expect.stringContaining('another name') },
    });
    const saved = await page.projects.saveAs({ path: join(folder, 'writable') });
    expect(saved).toMatchObject({ readOnly: false, counts: { dialogues: 10, taggingRuns: 1 } });
    await tagWith(page, 'offline');
    expect([readFileSync(still), readFileSync(`${still}-wal`)]).toEqual(before);
    expect(copies()).toEqual([]);
    rmSync(still, { force: true });
  },
);
