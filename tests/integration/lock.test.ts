import { existsSync, linkSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { answerOf, spawnCli } from '../fixtures/command-line.ts';
import { supportCalls, writeManyCalls } from '../fixtures/dialogues.ts';
import { killed, said, startScript } from '../fixtures/other-process.ts';
import { makeProject, openPage, startTestBackend } from '../fixtures/project.ts';

/** A separate backend in this process, as unrelated to others as one in another process. */
function stranger() {
  return openPage(startTestBackend()).client;
}

const inUse = {
  code: 'PROJECT_IN_USE',
  data: { nextStep: expect.stringContaining('Close the project there') },
};

describe('one project, one process', () => {
  it('refuses a second process, and opens again once the first was killed', async () => {
    const { path, backend } = await makeProject(supportCalls(4));
    await backend.stop();
    const holder = startScript('hold-project.ts', [path]);
    await said(holder, 'held');
    await expect(stranger().projects.open({ path })).rejects.toMatchObject(inUse);
    await killed(holder);
    expect((await stranger().projects.open({ path })).counts.dialogues).toBe(4);
  });

  it('refuses the command line while a window has the project open', async () => {
    const { path, backend } = await makeProject(supportCalls(4));
    const refused = await answerOf(spawnCli('info', '--project', path));
    expect(refused.status).toBe(1);
    expect(refused.output.error).toMatchObject({ code: 'PROJECT_IN_USE', detail: { place: path } });
    await backend.stop();
    expect((await answerOf(spawnCli('info', '--project', path))).status).toBe(0);
    expect(existsSync(`${path}-lock`)).toBe(false);
  });

  it('recognizes a project by any of its names', async () => {
    const { path, folder, client } = await makeProject(supportCalls(4));
    const link = join(folder, 'link.dialogram');
    symlinkSync(path, link);
    await expect(stranger().projects.open({ path: link })).rejects.toMatchObject(inUse);
    // The page that has it open may open it by another name, and keeps it.
    expect((await client.projects.open({ path: link })).path).toBe(path);
    expect((await client.projects.open({ path: join(folder, '.', 'project.dialogram') })).path).toBe(path);
    expect(await client.corpus.sources()).toHaveLength(1);
  });

  it('recognizes a project by a hard link, in this process and in another', async () => {
    const { path, folder, client } = await makeProject(supportCalls(4));
    const link = join(folder, 'hard-link');
    linkSync(path, link);
    await expect(stranger().projects.open({ path: link })).rejects.toMatchObject(inUse);
    const other = await answerOf(spawnCli('info', '--project', link));
    expect(other.output.error).toMatchObject({ code: 'PROJECT_IN_USE' });
    // SQLite still holds its locks, although the file was opened by its other name.
    await expect(client.vocabulary.export({ to: 'json', out: link })).rejects.toMatchObject({
      code: 'INVALID',
    });
    const later = await answerOf(spawnCli('info', '--project', path));
    expect(later.output.error).toMatchObject({ code: 'PROJECT_IN_USE' });
    await client.projects.close();
    expect((await answerOf(spawnCli('info', '--project', link))).status).toBe(0);
  });

  it('keeps its locks if somebody imports its own files as transcripts', async () => {
    const { path, client } = await makeProject(supportCalls(4));
    for (const suffix of ['', '-wal', '-shm', '-lock'])
      await expect(client.corpus.preview({ path: path + suffix })).rejects.toMatchObject({
        code: 'BAD_FILE',
      });
    const info = await answerOf(spawnCli('info', '--project', path));
    expect(info.output.error).toMatchObject({ code: 'PROJECT_IN_USE' });
  });

  it('keeps the lock of a project that replaced it', async () => {
    const { path, folder, client } = await makeProject(supportCalls(4));
    for (const suffix of ['', '-wal', '-shm', '-lock']) renameSync(path + suffix, `${path}.away${suffix}`);
    const other = startTestBackend(folder, { settingsFolder: null });
    const page = openPage(other).client;
    await page.projects.create({ path });
    await client.projects.close();
    expect(existsSync(`${path}-lock`)).toBe(true);
  });

  it('stays locked while a job continues without its page, and is free afterwards', async () => {
    const { path, session, client, folder } = await makeProject();
    const { job } = await client.corpus.import({ paths: [await writeManyCalls(folder, 'many.jsonl', 8000)] });
    const { jobs } = session.project();
    await session.end();
    await expect(stranger().projects.open({ path })).rejects.toMatchObject(inUse);
    await jobs.idle();
    expect(jobs.get(job).state).toBe('done');
    // Closing comes right after the job; a page that asks meanwhile waits for it.
    const other = stranger();
    let counts: { dialogues: number } | null = null;
    while (counts === null) {
      counts = await other.projects.open({ path }).then(
        (project) => project.counts,
        // Asking without a pause would keep the thread from closing the project.
        () => delay(10, null),
      );
    }
    expect(counts.dialogues).toBe(8000);
  });
});

describe('pages of one process', () => {
  it('a page that is gone opens nothing, so that nothing stays locked', async () => {
    const { path, backend } = await makeProject(supportCalls(4));
    await backend.stop();
    const other = startTestBackend();
    const gone = openPage(other);
    const late = gone.client.projects.open({ path });
    const ending = gone.session.end();
    await late.catch(() => {});
    await ending;
    await expect(gone.client.projects.open({ path })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await stranger().projects.open({ path })).counts.dialogues).toBe(4);
  });

  it('a closing project is waited for', async () => {
    const { path, backend, session } = await makeProject(supportCalls(4));
    for (let load = 0, leaving = session; load < 20; load++) {
      const end = leaving.end();
      const next = openPage(backend);
      await next.client.projects.open({ path });
      await end;
      leaving = next.session;
    }
  });

  it('the page that asks first gets the project of one that leaves; the other is refused', async () => {
    const { path, backend, session } = await makeProject(supportCalls(4));
    const pages = [openPage(backend), openPage(backend)];
    const asked = pages.map(({ client }) =>
      client.projects.open({ path }).then(
        () => 'opened',
        (error: { code: string }) => error.code,
      ),
    );
    await session.end();
    expect((await Promise.all(asked)).sort()).toEqual(['PROJECT_IN_USE', 'opened']);
  });

  it('an open project is not created again', async () => {
    const { path, backend } = await makeProject(supportCalls(4));
    const { client } = openPage(backend);
    await expect(client.projects.create({ path })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  it('a failed attempt to open locks nothing', async () => {
    const { client } = openPage(startTestBackend());
    const path = join(temporaryFolder(), 'none.dialogram');
    await expect(client.projects.open({ path })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      client.projects.open({ path: join(temporaryFolder(), 'no', 'folder', 'none.dialogram') }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const folder = join(temporaryFolder(), 'no-folder');
    await expect(client.projects.create({ path: join(folder, 'p') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      data: { value: folder },
    });
    expect((await client.projects.create({ path })).path).toBe(path);
  });
});
