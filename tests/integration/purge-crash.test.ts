import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { readPurge, removeRows } from '#backend/features/purge/remove-rows.ts';
import { taggingJob } from '#backend/features/tagging/tagging-job.ts';
import type { DialogueId, JobId } from '#shared/domain/ids.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { answerOf, cli, spawnCli } from '../fixtures/command-line.ts';
import { neutral, supportCalls, writeManyCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { killed } from '../fixtures/other-process.ts';
import { ended, makeProject, openPage, reopened, startTestBackend, tagWith } from '../fixtures/project.ts';
import { foundIn } from '../fixtures/search-bytes.ts';

const MARKED = 60;

async function twoSources(count: number) {
  const folder = temporaryFolder('purge-crash');
  const elsewhere = temporaryFolder('purge-crash-files');
  const path = join(folder, 'p.dialogram');
  const many = await writeManyCalls(elsewhere, 'many.jsonl', count);
  const marked = writeNeutral(
    elsewhere,
    'xuvmarked.jsonl',
    Array.from({ length: MARKED }, (_, index) =>
      neutral(`xuvcall-${index}`, 'u: My zyqfelga broke. #report', 's: I am sorry. #sorry'),
    ),
  );
  expect((await cli('import', many, marked, '--project', path)).status).toBe(0);
  expect((await cli('tag', '--project', path, '--tagger', 'annotations')).status).toBe(0);
  const source = (await cli('info', '--project', path)).output.sources.find(({ name }: { name: string }) =>
    name.includes('xuvmarked'),
  ).name;
  return { folder, path, source };
}

const purgeOf = (dialogue: DialogueId, workspace: string) => ({
  sources: [],
  dialogues: [dialogue],
  expected: 1,
  backups: true,
  uploads: true,
  workspace,
});

/** Returns how long the purge takes now, measured in a copy of the project from the start of the process. */
async function timeOfPurge(folder: string, source: string): Promise<number> {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  const began = performance.now();
  expect((await cli('purge', join(copy, 'p.dialogram'), '--source', source, '--yes')).status).toBe(0);
  return performance.now() - began;
}

describe('kill -9 in the middle of a purge', () => {
  it('leaves it not started, or completed once the project is opened again', async () => {
    const { folder, path, source } = await twoSources(1500);
    const outcomes = new Set<string>();
    const takesMs = await timeOfPurge(folder, source);
    // The last one is not killed, because on a machine that became busier all the others can be too early.
    for (const share of [0.5, 0.62, 0.74, 0.86, 0.98, null]) {
      if (outcomes.has('ended')) break;
      const child = spawnCli('purge', path, '--source', source, '--yes');
      const answer = answerOf(child).catch(() => null);
      if (share !== null) {
        await delay(share * takesMs);
        await killed(child);
      }
      await answer;
      const backend = startTestBackend(folder);
      const { client } = openPage(backend);
      await client.projects.open({ path });
      const names = (await client.corpus.sources()).map(({ name }) => name);
      const hits = (await client.corpus.dialogues({ query: 'zyqfelga' })).total;
      const jobs = await client.jobs.list();
      if (names.includes(source)) {
        expect(hits).toBe(MARKED);
        for (const job of jobs.filter(({ state }) => state === 'paused'))
          await client.jobs.cancel({ job: job.id });
        outcomes.add('not begun');
      } else {
        expect(hits).toBe(0);
        expect(jobs).toMatchObject([{ kind: 'purge', state: 'done', result: { dialogues: MARKED } }]);
        outcomes.add('ended');
      }
      await backend.stop();
      if (outcomes.has('ended')) expect(foundIn(folder, ['zyqfelga', 'xuvmarked', 'xuvcall'])).toEqual([]);
      const database = new Database(path, { readonly: true });
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(database.pragma('foreign_key_check')).toEqual([]);
      database.close();
    }
    expect([...outcomes]).toContain('not begun');
  });

  it('completes on opening if the rows were deleted and the file was not yet cleared', async () => {
    const project = await makeProject([
      neutral('xuvcall', 'u: My zyqfelga broke. #report', 's: Sorry. #sorry'),
      ...supportCalls(10),
    ]);
    const { client, session, folder } = project;
    const { database, app } = session.project();
    const { dialogue } = await client.corpus.find({ externalId: 'xuvcall' });
    database.prepare('VACUUM INTO ?').run(`${project.path}.before-v3-20250102T030405.bak`);
    database.exec(
      `INSERT INTO jobs VALUES ('j', 'purge', 'Purging', '{}', 'running', '', 0, NULL, '', '', NULL, NULL, NULL, NULL, NULL)`,
    );
    const params = purgeOf(dialogue, folder);
    const read = readPurge(database, params);
    expect(removeRows(database, read, params, { job: 'j' as JobId, ...app })).toBe(true);
    expect(foundIn(folder, ['zyqfelga']).length).toBeGreaterThan(0);
    const again = await reopened(project);
    expect(await again.client.jobs.list()).toMatchObject([{ state: 'done', result: { filesRemoved: 1 } }]);
    await again.backend.stop();
    expect(foundIn(folder, ['zyqfelga', 'xuvcall']).filter((place) => !place.startsWith('calls.'))).toEqual(
      [],
    );
  });

  it('removes nothing if the project changed after its words were read', async () => {
    const { client, session, folder } = await makeProject(supportCalls(10));
    await tagWith(client, 'annotations');
    const { database, app } = session.project();
    const [{ id }] = (await client.corpus.dialogues({ limit: 1 })).items;
    const params = purgeOf(id, folder);
    const read = readPurge(database, params);
    const { turns } = await client.corpus.dialogue({ dialogue: id });
    await client.tagging.addTag({ turn: turns[0].id, tag: 'a-tag-of-mine' });
    expect(removeRows(database, read, params, { job: 'j' as JobId, ...app })).toBe(false);
    expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(10);
  });

  it('includes what was added after the words were read: a simulator case, an automaton', async () => {
    const { client, session, folder } = await makeProject(supportCalls(30));
    await tagWith(client, 'annotations');
    const { database, app } = session.project();
    const [{ id }] = (await client.corpus.dialogues({ limit: 1 })).items;
    const params = purgeOf(id, folder);
    const read = readPurge(database, params);
    await ended(client, (await client.automata.learn({ learner: 'paper', tau: 2 })).job);
    database.exec(
      `INSERT INTO simulation_cases VALUES (1, 'late', '', '{}', '{}', '[]', '{"state":[],"route":[],"missed":[],"answer":null}');
       INSERT INTO simulation_case_dialogues VALUES (1, ${id})`,
    );
    expect(await client.automata.list()).toHaveLength(1);
    expect(removeRows(database, read, params, { job: 'j' as JobId, ...app })).toBe(true);
    expect(await client.automata.list()).toEqual([]);
    expect(database.prepare('SELECT count(*) FROM simulation_cases').pluck().get()).toBe(0);
  });

  it('answers during a purge, and rejects edits with the reason', async () => {
    const { client, session } = await makeProject(supportCalls(900));
    await tagWith(client, 'annotations');
    const { items } = await client.corpus.dialogues({ limit: 500 });
    const dialogues = items.map(({ id }) => id);
    const kept = (await client.corpus.dialogues({ offset: 500, limit: 1 })).items[0];
    const { turns } = await client.corpus.dialogue({ dialogue: kept.id });
    const { database } = session.project();
    const pragma = database.pragma.bind(database);
    let refusal: Promise<unknown> | null = null;
    // Asks at the moment when only the purge may write; polling might miss a short one.
    vi.spyOn(database, 'pragma').mockImplementation((source, options) => {
      const value = pragma(source, options);
      if (source === 'query_only = ON')
        refusal = client.tagging
          .addTag({ turn: turns[0].id, tag: 'a-tag-of-mine' })
          .catch((error: unknown) => error);
      return value;
    });
    const { job } = await client.purge.run({ sources: [], dialogues, expected: 500 });
    while ((await client.jobs.get({ job })).state !== 'done') {
      expect([400, 900]).toContain((await client.corpus.dialogues({ limit: 1 })).total);
      await delay(1);
    }
    expect(await refusal).toMatchObject({ code: 'BUSY', message: 'The project is being purged.' });
    expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(400);
    await client.tagging.addTag({ turn: turns[0].id, tag: 'afterwards' });
  });

  it('leaves no run behind that it rejects', async () => {
    const { client } = await makeProject(supportCalls(300));
    await tagWith(client, 'annotations');
    const [source] = await client.corpus.sources();
    const { job } = await client.purge.run({ sources: [source.id], expected: 300 });
    const columns = [{ method: 'bm25-last', answerer: { kind: 'consensus' as const } }];
    await expect(client.batch.start({ columns, sample: 5 })).rejects.toMatchObject({ code: 'BUSY' });
    expect(await client.batch.runs()).toEqual([]);
    await ended(client, job);
  });

  it('removes nothing if it is canceled before it starts', async () => {
    const { client, session } = await makeProject(supportCalls(900));
    const [source] = await client.corpus.sources();
    const { job } = await client.purge.run({ sources: [source.id], expected: 900 });
    expect(() =>
      session
        .project()
        .jobs.start(taggingJob, 'Tagging', { tagger: 'offline', moves: null, method: null, encoder: null }),
    ).toThrow(expect.objectContaining({ code: 'BUSY' }));
    await client.jobs.cancel({ job });
    expect((await ended(client, job)).state).toBe('cancelled');
    expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(900);
  });
});
