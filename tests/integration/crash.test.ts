import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ImportResult } from '#shared/contract/corpus.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { answerOf, committed, spawnCli } from '../fixtures/command-line.ts';
import { writeManyCalls } from '../fixtures/dialogues.ts';
import { killed } from '../fixtures/other-process.ts';
import { ended, importFiles, makeProject, openPage, startTestBackend } from '../fixtures/project.ts';

const MANY = 8000;

async function killedImport(folder: string): Promise<{ path: string; file: string; saved: number }> {
  const path = join(folder, 'crashed.dialogram');
  const file = await writeManyCalls(folder, 'many.jsonl', MANY);
  const child = spawnCli('import', file, '--project', path);
  while (committed(path) === 0) await delay(10);
  await killed(child);
  return { path, file, saved: committed(path) };
}

async function undisturbed(file: string): Promise<ImportResult> {
  const { client } = await makeProject();
  return importFiles(client, [file]);
}

const integrity = (path: string): unknown => {
  const database = new Database(path, { readonly: true });
  try {
    expect(database.pragma('foreign_key_check')).toEqual([]);
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
};

function counted(path: string, sql: string): number {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

const incompleteDialogues = (path: string): number =>
  counted(
    path,
    `SELECT count(*) FROM dialogues d
     WHERE d.utterances <> (SELECT count(*) FROM utterances u WHERE u.dialogue_id = d.id)
        OR d.rounds <> (SELECT count(*) FROM rounds r WHERE r.dialogue_id = d.id)`,
  );

const unsearchable = (path: string): number =>
  counted(path, 'SELECT count(*) FROM utterances WHERE id NOT IN (SELECT id FROM utterance_search_docsize)');

async function interruptedImport(client: DialogramClient) {
  const jobs = await client.jobs.list();
  expect(jobs).toHaveLength(1);
  return jobs[0];
}

describe('kill -9 in the middle of an import', () => {
  it('the project opens with a paused job, which imports the same as without a crash', async () => {
    const folder = temporaryFolder();
    const { path, file, saved } = await killedImport(folder);
    expect(saved).toBeGreaterThan(0);
    expect(saved).toBeLessThan(MANY);
    expect(integrity(path)).toBe('ok');
    expect(incompleteDialogues(path)).toBe(0);

    const backend = startTestBackend(folder);
    const { client } = openPage(backend);
    const project = await client.projects.open({ path });
    expect(project.counts.dialogues).toBe(saved);
    expect(unsearchable(path)).toBe(0);
    const paused = await interruptedImport(client);
    expect(paused).toMatchObject({ kind: 'import', state: 'paused', phase: 'interrupted' });

    await client.jobs.resume({ job: paused.id });
    const done = await ended(client, paused.id);
    expect(done).toMatchObject({ state: 'done', error: null });
    const { seconds: _, ...totals } = done.result as ImportResult;
    const { seconds: __, ...expected } = await undisturbed(file);
    expect(totals).toEqual(expected);
    expect((await client.projects.current())?.counts).toMatchObject({
      dialogues: expected.dialogues,
      utterances: expected.utterances,
      turns: expected.turns,
      rejected: 0,
    });
    await backend.stop();
    expect(integrity(path)).toBe('ok');
    expect(incompleteDialogues(path)).toBe(0);
    expect(unsearchable(path)).toBe(0);
  });

  it('the same import on the command line adds only what is missing', async () => {
    const folder = temporaryFolder();
    const { path, file, saved } = await killedImport(folder);
    const again = await answerOf(spawnCli('import', file, '--project', path));
    expect(again.status).toBe(0);
    expect(again.output.dialogues).toBe(MANY - saved);
    expect(again.output.ignored + again.output.utterances).toBe(again.output.read);
    const info = await answerOf(spawnCli('info', '--project', path));
    expect(info.output.counts).toMatchObject({ dialogues: MANY, rejected: 0 });
  });
});

describe('kill -9 while a project is made', () => {
  it.each(['.dialogram-new', '.dialogram-new', '.dialogram', '.dialogram'])(
    'at the first sight of p%s, the same command makes it, and leaves nothing else',
    async (ending) => {
      const folder = temporaryFolder();
      const path = join(folder, 'p.dialogram');
      const file = await writeManyCalls(temporaryFolder(), 'few.jsonl', 20);
      const child = spawnCli('import', file, '--project', path);
      while (!readdirSync(folder).includes(`p${ending}`) && child.exitCode === null) await turn();
      await killed(child);
      const again = await answerOf(spawnCli('import', file, '--project', path));
      expect(again).toMatchObject({ status: 0 });
      const info = await answerOf(spawnCli('info', '--project', path));
      expect(info.output.counts).toMatchObject({ dialogues: 20, rejected: 0 });
      expect(readdirSync(folder).filter((name) => !/^p\.dialogram(-sums)?$/.test(name))).toEqual([]);
    },
  );
});

it('a write without a log that a crash interrupted is undone, and the project stays writable', async () => {
  const { folder, path, client, backend } = await makeProject();
  await importFiles(client, [await writeManyCalls(folder, 'some.jsonl', 500)]);
  await backend.stop();
  const crashed = join(folder, 'crashed.dialogram');
  const database = new Database(path);
  // Without room in memory, half of the change is in the file when the process ends.
  database.pragma('cache_size = 1');
  database.exec(`BEGIN; UPDATE utterances SET text = 'lost'`);
  for (const suffix of ['', '-journal']) copyFileSync(path + suffix, crashed + suffix);
  database.exec('ROLLBACK');
  database.close();

  const again = openPage(startTestBackend(folder));
  const project = await again.client.projects.open({ path: crashed });
  expect(project).toMatchObject({ readOnly: false, counts: { dialogues: 500 } });
  await again.session.end();
  expect(counted(crashed, `SELECT count(*) FROM utterances WHERE text = 'lost'`)).toBe(0);
  expect(integrity(crashed)).toBe('ok');
});

describe('an import that is canceled', () => {
  it('leaves only whole dialogues, and can be repeated', async () => {
    const { folder, path, client, backend } = await makeProject();
    const file = await writeManyCalls(folder, 'many.jsonl', 8000);
    const { job } = await client.corpus.import({ paths: [file] });
    for await (const _ of await client.jobs.watch({ job })) {
      if ((await client.corpus.dialogues({ limit: 1 })).total > 0) await client.jobs.cancel({ job });
    }
    expect(await client.jobs.get({ job })).toMatchObject({ state: 'cancelled', error: null });
    const { total } = await client.corpus.dialogues({ limit: 1 });
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(8000);
    expect(unsearchable(path)).toBe(0);
    const rest = await importFiles(client, [file]);
    expect(rest).toMatchObject({ dialogues: 8000 - total, rejected: 0 });
    expect(rest.read).toBe(rest.utterances + rest.ignored);
    await backend.stop();
    expect(incompleteDialogues(path)).toBe(0);
    expect(integrity(path)).toBe('ok');
  });
});

describe('work that a closing project interrupts', () => {
  it('is paused afterwards, even if it was only waiting', async () => {
    const { folder, path, client, backend } = await makeProject();
    const file = await writeManyCalls(folder, 'many.jsonl', 8000);
    const first = await client.corpus.import({ paths: [file] });
    const second = await client.tagging.run({ tagger: 'annotations' });
    const watching = ended(client, second.job);
    for await (const state of await client.jobs.watch({ job: first.job })) {
      if (state.state === 'running') break;
    }
    await backend.stop();
    expect(await watching).toMatchObject({ state: 'paused' });

    const again = openPage(startTestBackend(folder));
    await again.client.projects.open({ path });
    const states = async () =>
      (await again.client.jobs.list()).map(({ kind, state }) => `${kind} ${state}`).sort();
    expect(await states()).toEqual(['import paused', 'tagging paused']);
    await again.client.jobs.resume({ job: first.job });
    await again.client.jobs.resume({ job: second.job });
    expect(await ended(again.client, second.job)).toMatchObject({ state: 'done' });
    expect(await states()).toEqual(['import done', 'tagging done']);
  });

  it('a run that did not end leaves no tags behind', async () => {
    const { path, client, backend, folder } = await makeProject();
    await importFiles(client, [await writeManyCalls(folder, 'many.jsonl', 8000)]);
    const { job } = await client.tagging.run({ tagger: 'annotations' });
    for await (const state of await client.jobs.watch({ job })) {
      if (state.phase === 'reading annotations') break;
    }
    await backend.stop();
    const database = new Database(path);
    expect(database.prepare('SELECT count(*) FROM runs').pluck().get()).toBe(0);
    expect(database.prepare('SELECT count(*) FROM run_tags').pluck().get()).toBe(0);
    // As a killed process leaves it: a run that never ended.
    database.exec(`INSERT INTO runs VALUES (5, 'tagging', '{"tagger":"annotations"}', NULL, '', 'running', '', NULL, NULL);
      INSERT INTO run_tags SELECT 5, 1, 0, min(id) FROM tags;`);
    database.close();
    const again = openPage(startTestBackend(folder));
    await again.client.projects.open({ path });
    expect(await again.client.tagging.runs()).toEqual([]);
    await again.session.end();
    const after = new Database(path, { readonly: true });
    expect(after.prepare('SELECT count(*) FROM run_tags').pluck().get()).toBe(0);
    after.close();
  });
});
