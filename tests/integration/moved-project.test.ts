import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  ended,
  importFiles,
  makeProject,
  openPage,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';

const taggedProject = copiesOf(async () => {
  const project = await makeProject(supportCalls(10));
  await tagWith(project.client, 'annotations');
  return project;
});

async function edit({ client }: Pick<TestProject, 'client'>, tag: string): Promise<void> {
  const [first] = (await client.corpus.dialogues({})).items;
  const { turns } = await client.corpus.dialogue({ dialogue: first!.id });
  await client.tagging.addTag({ turn: turns[0]!.id, tag });
}

const editsOf = async (path: string): Promise<Project['counts']> => {
  const { client } = openPage(startTestBackend(temporaryFolder()));
  const { counts } = await client.projects.open({ path });
  await client.projects.close();
  return counts;
};

const REFUSED = { code: 'PROJECT_MOVED', data: { nextStep: expect.stringContaining('another name') } };

describe.each([
  ['moved', (path: string) => renameSync(path, `${path}.elsewhere`)],
  ['deleted', (path: string) => rmSync(path)],
  [
    'replaced',
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])('a project that was %s while it is open', (_, harm) => {
  it('accepts no more edits, jobs or undos, and says so', async () => {
    const project = await taggedProject();
    await edit(project, 'kept');
    expect((await project.client.projects.current())?.inPlace).toBe(true);
    harm(project.path);
    await expect(edit(project, 'lost')).rejects.toMatchObject(REFUSED);
    await expect(project.client.tagging.undo()).rejects.toMatchObject(REFUSED);
    await expect(project.client.tagging.run({ tagger: 'offline' })).rejects.toMatchObject(REFUSED);
    // The open file can still be read.
    const current = await project.client.projects.current();
    expect(current).toMatchObject({ inPlace: false, counts: { dialogues: 10, edits: 1 } });
    await project.client.projects.close();
  });

  it('is saved under another name, and continues there', async () => {
    const project = await taggedProject();
    await edit(project, 'kept');
    harm(project.path);
    const path = join(project.folder, 'saved');
    const saved = await project.client.projects.saveAs({ path });
    expect(saved).toMatchObject({
      path: `${path}.dialogram`,
      inPlace: true,
      counts: { dialogues: 10, edits: 1 },
    });
    await edit(project, 'goes-on');
    await project.backend.stop();
    expect(await editsOf(saved.path)).toMatchObject({ dialogues: 10, edits: 2 });
    expect(readdirSync(project.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

it('reports a refused write to the page at once', async () => {
  const project = await taggedProject();
  const changes = await project.client.projects.changes();
  const told = changes.next();
  rmSync(project.path);
  await expect(edit(project, 'lost')).rejects.toMatchObject(REFUSED);
  expect((await told).value).toMatchObject({ topics: ['project'] });
});

it('continues once the file is put back', async () => {
  const project = await taggedProject();
  renameSync(project.path, `${project.path}.elsewhere`);
  await expect(edit(project, 'lost')).rejects.toMatchObject(REFUSED);
  renameSync(`${project.path}.elsewhere`, project.path);
  await edit(project, 'kept');
  await project.backend.stop();
  expect((await editsOf(project.path)).edits).toBe(1);
});

it('saves a deleted project at its own path, even while a job runs', async () => {
  const project = await taggedProject();
  const large = writeNeutral(project.folder, 'large.jsonl', supportCalls(3000));
  const { job } = await project.client.corpus.import({ paths: [large] });
  rmSync(project.path);
  await expect(ended(project.client, job)).resolves.toMatchObject({
    state: 'failed',
    error: { code: 'PROJECT_MOVED' },
  });
  const saved = await project.client.projects.saveAs({ path: project.path });
  expect(saved).toMatchObject({ path: project.path, inPlace: true });
  await edit(project, 'goes-on');
  await project.backend.stop();
  expect((await editsOf(project.path)).edits).toBe(1);
});

it('keeps everything saved before in the moved file, and does not touch a replacement', async () => {
  const project = await taggedProject();
  await edit(project, 'kept');
  const other = await makeProject(supportCalls(3));
  await other.backend.stop();
  const bytes = readFileSync(other.path);
  const moved = join(project.folder, 'moved.dialogram');
  renameSync(project.path, moved);
  copyFileSync(other.path, project.path);
  await expect(importFiles(project.client, [writeNeutral(project.folder, 'more.jsonl', supportCalls(5))]))
    .rejects //
    .toMatchObject(REFUSED);
  await project.backend.stop();
  expect(readFileSync(project.path)).toEqual(bytes);
  expect(await editsOf(project.path)).toMatchObject({ dialogues: 3, edits: 0 });
  expect(await editsOf(moved)).toMatchObject({ dialogues: 10, edits: 1 });
});

it('leaves nothing of a deleted project behind once it is closed', async () => {
  const project = await taggedProject();
  await edit(project, 'lost');
  rmSync(project.path);
  await project.client.projects.close();
  for (const suffix of ['-wal', '-shm', '-lock']) expect(existsSync(project.path + suffix)).toBe(false);
});

it('never saves a copy over a file', async () => {
  const project = await taggedProject();
  const other = await makeProject(supportCalls(3));
  await expect(project.client.projects.saveAs({ path: other.path })).rejects.toMatchObject({
    code: 'ALREADY_EXISTS',
  });
});

it('removes no other file when a project is discarded', async () => {
  const { client, path } = await makeProject();
  rmSync(path);
  writeFileSync(path, 'somebody else’s');
  await client.projects.discard();
  expect(readFileSync(path, 'utf8')).toBe('somebody else’s');
});
