import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NeutralDialogue } from '../fixtures/dialogues.ts';
import { ended, makeProject, tagWith } from '../fixtures/project.ts';

const WORDS = 'zebra-crossing refund 4111-1111';
const KEY = 'sk-test-never-in-a-log-0123456789';

const talk = (id: string): NeutralDialogue => ({
  id,
  domain: ['orders'],
  turns: [
    { speaker: 'user', text: `My name is ${WORDS}` },
    { speaker: 'system', text: `Hello ${WORDS}` },
  ],
});

const events = (folder: string) =>
  readFileSync(join(folder, 'settings', 'dialogram.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('says what was opened, what ran and what failed, but no text, name, path or key', async () => {
    const project = await makeProject([talk('a'), talk('b')]);
    const { client, folder } = project;
    await tagWith(client, 'offline');
    const { id } = await client.providers.save({
      id: null,
      draft: { ...(await client.providers.presets())[2].draft, name: WORDS },
    });
    await client.providers.setKey({ id, key: KEY });
    const wrong = join(folder, `${WORDS}.jsonl`);
    writeFileSync(wrong, `${WORDS} is no transcript`);
    const failing = [
      client.projects.open({ path: join(folder, WORDS, 'p') }),
      client.tagging.addTag({ turn: 9999 as never, tag: WORDS }),
      client.corpus.dialogues({ where: `${WORDS} = "${KEY}"` }),
      client.providers.setKey({ id: WORDS, key: KEY }),
      client.providers.setKey({ id, key: '' }),
    ];
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
    const { job } = await client.corpus.import({ paths: [wrong] });
    expect((await ended(client, job)).state).toBe('failed');
    await project.backend.stop();

    const seen = events(folder);
    expect(seen.map(({ event }) => event)).toEqual([
      'started',
      'project-opened',
      'job-ended',
      'job-ended',
      ...failing.map(() => 'call-failed'),
      'job-ended',
      'project-closed',
      'stopped',
    ]);
    const failed = seen.filter(({ event }) => event === 'call-failed');
    expect(failed.map(({ method }) => method).toSorted()).toEqual([
      'corpus.dialogues',
      'projects.open',
      'providers.setKey',
      'providers.setKey',
      'tagging.addTag',
    ]);
    for (const { error } of failed) expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
    expect(seen.findLast(({ event }) => event === 'job-ended')).toMatchObject({
      kind: 'import',
      state: 'failed',
      error: { at: expect.arrayContaining([expect.stringMatching(/^import-job\.ts:\d+:\d+$/)]) },
    });
    const log = readFileSync(join(folder, 'settings', 'dialogram.log'), 'utf8');
    for (const secret of [WORDS, 'zebra', KEY, folder, basename(project.path)])
      expect(log).not.toContain(secret);
  });
});

describe('the health of a project', () => {
  it('has its size, backups, jobs and the end of the log', async () => {
    const { client, folder } = await makeProject([talk('a'), talk('b')]);
    expect(await client.health.project()).toEqual({
      bytes: expect.any(Number),
      backups: { on: true, count: 0, bytes: 0, newest: null },
      jobs: { running: 0, waiting: 0, paused: 0, failed: 0 },
    });
    const backup = await client.backups.make();
    const wrong = join(folder, 'wrong.jsonl');
    writeFileSync(wrong, 'no transcript');
    await ended(client, (await client.corpus.import({ paths: [wrong] })).job);
    expect(await client.health.project()).toMatchObject({
      backups: { count: 1, bytes: backup.bytes, newest: backup.at },
      jobs: { failed: 1 },
    });
    const log = await client.health.log();
    expect(log.folder).toBe(join(folder, 'settings'));
    expect(JSON.parse(log.lines.at(-1) ?? '')).toMatchObject({ event: 'job-ended', state: 'failed' });
  });
});
