import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, importFiles } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeProjects(suite: Suite): void {
  it('returns the versions and the folder of projects', async () => {
    const info = await suite.client.system.info();
    expect(info).toMatchObject({ node: process.versions.node, schemaVersion: expect.any(Number) });
    expect(info.sqlite).toMatch(/^3\./);
    expect(info.workspace).toBe(suite.workspace);
  });

  it('limits the processor cores of a job', async () => {
    const { system } = suite.client;
    const { cores, threads } = await system.threads();
    expect([cores > 0, threads]).toEqual([true, null]);
    expect(await system.setThreads({ threads: 1 })).toEqual({ cores, threads: 1 });
    expect(await system.setThreads({ threads: null })).toEqual({ cores, threads: null });
    expect((await errorOf(system.setThreads({ threads: 0 }))).code).toBe('INVALID');
  });

  it('tells the health of a project, and the end of the log', async () => {
    const { health } = suite.client;
    expect((await health.project()).bytes).toBeGreaterThan(0);
    expect(await health.integrity()).toEqual({ damage: [] });
    const { lines } = await health.log();
    expect(lines.map((line) => JSON.parse(line).event)).toContain('project-opened');
  });

  it('creates, closes, opens, lists and forgets a project', async () => {
    const { client } = await suite.openPage();
    expect(await client.projects.current()).toBeNull();
    const made = await client.projects.create({ path: 'other' });
    expect(made).toMatchObject({ name: 'other', path: join(suite.workspace, 'other.dialogram') });
    expect(made.counts).toMatchObject({ dialogues: 0, edits: 0, automata: 0 });
    expect(existsSync(made.path)).toBe(true);
    expect((await client.projects.current())?.path).toBe(made.path);
    expect(await client.projects.close()).toEqual({ closed: true });
    expect(await client.projects.close()).toEqual({ closed: false });
    expect(await client.projects.current()).toBeNull();
    const again = await client.projects.open({ path: made.path });
    expect(again).toMatchObject({
      path: made.path,
      createdAt: made.createdAt,
      migratedFrom: null,
      masked: null,
      backup: null,
    });
    const inWorkspace = await client.projects.inWorkspace();
    expect(inWorkspace.map((project) => project.name)).toEqual(expect.arrayContaining(['main', 'other']));
    const recent = await client.projects.recent();
    expect(recent[0]).toMatchObject({ path: made.path, name: 'other', exists: true });
    const left = await client.projects.forget({ path: made.path });
    expect(left.map((project) => project.path)).not.toContain(made.path);
    await client.projects.close();
  });

  it('saves a project under another name and continues there', async () => {
    const { client, workspace } = suite;
    const before = await client.projects.current();
    const saved = await client.projects.saveAs({ path: 'saved-as' });
    expect(saved).toMatchObject({ path: join(workspace, 'saved-as.dialogram'), inPlace: true });
    expect(saved.counts).toEqual(before?.counts);
    expect((await errorOf(client.projects.saveAs({ path: 'saved-as' }))).code).toBe('ALREADY_EXISTS');
    await client.projects.open({ path: before?.path ?? '' });
  });

  it('checks, backs up, restores and salvages a project', async () => {
    const { client } = await suite.openPage();
    const { path } = await client.projects.create({ path: 'backed-up' });
    await importFiles(client, [suite.callsFile]);
    expect(await client.backups.settings()).toEqual({ on: true });
    expect(await client.backups.setSettings({ on: false })).toEqual({ on: false });
    await client.backups.setSettings({ on: true });
    const backup = await client.backups.make();
    expect(backup.held).toMatchObject({ dialogues: 80 });
    expect(await client.backups.list()).toMatchObject({
      folder: `${path}-backups`,
      bytes: backup.bytes,
      backups: [{ path: backup.path }],
    });
    expect((await errorOf(client.backups.check({ path }))).code).toBe('PROJECT_IN_USE');
    await client.projects.close();
    expect(await client.backups.check({ path })).toMatchObject({ by: 'sums', damage: [], readable: null });
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, 8192, 12_288));
    expect((await errorOf(client.projects.open({ path }))).code).toBe('PROJECT_DAMAGED');
    const { readable, backups } = await client.backups.check({ path });
    expect(readable).toMatchObject({ dialogues: 80 });
    expect(backups).toMatchObject([{ missing: { dialogues: 0, edits: 0 }, problem: null }]);
    expect(await client.backups.salvage({ path, out: 'salvaged' })).toMatchObject({
      path: join(suite.workspace, 'salvaged.dialogram'),
      dialogues: 80,
    });
    expect(await client.backups.restore({ path })).toMatchObject({ path, from: backup.path });
    expect((await client.projects.open({ path })).counts.dialogues).toBe(80);
    await client.projects.close();
  });

  it('reads grown sources again, automatically if wanted', async () => {
    const { client } = suite;
    expect(await client.growing.watch({ on: true })).toEqual({ on: true });
    expect(await client.growing.watching()).toEqual({ on: true });
    await client.growing.watch({ on: false });
    const { job } = await client.growing.refresh({});
    expect((await ended(client, job)).result).toMatchObject({ dialogues: 0, continued: 0, rejected: 0 });
    expect((await errorOf(client.growing.refresh({ sources: [999 as never] }))).code).toBe('NOT_FOUND');
  });

  it('previews cleaning, and cleans', async () => {
    const { client } = suite;
    const { utterances, changed } = await client.cleaning.preview({ rules: ['html', 'quotes'] });
    expect([utterances > 0, changed]).toEqual([true, 0]);
    expect(await client.cleaning.state()).toMatchObject({ rules: [], before: null, done: true });
    const page = await suite.openPage();
    await page.client.projects.create({ path: 'cleaned' });
    const { job } = await page.client.cleaning.apply({ rules: ['html'] });
    expect((await ended(page.client, job)).result).toMatchObject({ rules: ['html'], utterances: 0 });
    await page.client.projects.close();
  });

  it('does not touch files that are no uploads', async () => {
    expect(await suite.client.corpus.leave({ paths: [suite.callsFile] })).toEqual({ removed: 0 });
    expect(existsSync(suite.callsFile)).toBe(true);
  });

  it('discards an empty project, and no other', async () => {
    const refused = await errorOf(suite.client.projects.discard());
    expect(refused).toMatchObject({ code: 'INVALID', data: { value: 'dialogues' } });
    const { client } = await suite.openPage();
    const { path } = await client.projects.create({ path: 'discarded' });
    expect(await client.projects.discard()).toEqual({ removed: path });
    expect(await client.projects.current()).toBeNull();
    expect(['', '-wal', '-shm', '-lock'].filter((suffix) => existsSync(path + suffix))).toEqual([]);
    expect((await client.projects.recent()).map((recent) => recent.path)).not.toContain(path);
  });

  it('creates a demo project with a running job', async () => {
    const { client } = await suite.openPage();
    const { project, job } = await client.projects.createDemo();
    expect(project.name).toBe('Demo');
    await client.jobs.cancel({ job });
    expect(await ended(client, job)).toMatchObject({ kind: 'demo', state: 'cancelled' });
    await client.projects.close();
  });

  it('makes a picture of dialogues in one job', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'pictured' });
    await importFiles(client, [suite.callsFile]);
    const { job } = await client.picture.make({});
    expect(await ended(client, job)).toMatchObject({ kind: 'picture', state: 'done' });
    expect(await client.automata.list()).toHaveLength(1);
    await client.projects.close();
  });

  it('previews a file without importing it', async () => {
    const before = (await suite.client.projects.current())?.counts;
    const preview = await suite.client.corpus.preview({ path: suite.callsFile });
    expect(preview.format).toBe('neutral');
    expect(preview.dialogues[0]).toMatchObject({ externalId: 'call-0' });
    expect(preview.dialogues[0].utterances[0]).toMatchObject({ role: 'user' });
    expect((await suite.client.projects.current())?.counts).toEqual(before);
  });

  it('lists sources, rejects and dialogues, and finds words and ids', async () => {
    const { client } = suite;
    expect(await client.corpus.sources()).toMatchObject([
      { format: 'neutral', dialogues: 80, rejected: 0, ignored: 0, join: true },
    ]);
    expect(await client.corpus.rejects({})).toEqual({ total: 0, items: [] });
    const target = { out: 'rejects.csv', ifExists: 'number' } as const;
    expect(await client.corpus.exportRejects(target)).toMatchObject({ rows: 0 });
    const page = await client.corpus.dialogues({ offset: 70, limit: 20 });
    expect(page.total).toBe(80);
    expect(page.items).toHaveLength(10);
    const found = await client.corpus.dialogues({ query: 'reset li' });
    expect(found.total).toBe(20);
    expect(found.items[0].excerpt).toContain('reset link');
    const { dialogue } = await client.corpus.find({ externalId: 'call-7' });
    const detail = await client.corpus.dialogue({ dialogue });
    expect(detail).toMatchObject({ externalId: 'call-7', domains: ['support'] });
    expect(detail.turns.map((turn) => turn.role)).toEqual([
      'user',
      'system',
      'user',
      'system',
      'user',
      'system',
    ]);
    expect(detail.turns[0].tags.map((tag) => tag.name)).toEqual(['change-address']);
    expect(detail.turns[0].visits).toEqual([]);
  });
}
