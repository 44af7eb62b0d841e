import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginOutput, outputTarget } from '#backend/output/target.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { answerOf, cli, lab, spawnCli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  makeProject,
  openPage,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';

const projectWithTags = copiesOf(async () => {
  const project = await makeProject(supportCalls(10));
  await tagWith(project.client, 'annotations');
  return project;
});

/** Exports with the person's consent to replace, because a protected file is never replaced. */
const exportTo = ({ client }: TestProject, out: string) =>
  client.vocabulary.export({ to: 'json', out, ifExists: 'replace' });

describe('an export', () => {
  it.each(['', '-wal', '-shm', '-lock', '-journal'])('never replaces the open project%s', async (suffix) => {
    const project = await projectWithTags();
    const out = project.path + suffix;
    const before = existsSync(out) ? readFileSync(out) : null;
    await expect(exportTo(project, out)).rejects.toMatchObject({ code: 'INVALID', data: { place: out } });
    expect(existsSync(out) ? readFileSync(out) : null).toEqual(before);
  });

  it("leaves SQLite its locks, by whichever name the open project's files are checked", async () => {
    const project = await projectWithTags();
    const names = ['', '-wal', '-shm', '-lock'].map((suffix) => {
      linkSync(project.path + suffix, join(project.folder, `link${suffix}.json`));
      return join(project.folder, `link${suffix}.json`);
    });
    for (const out of names)
      await expect(exportTo(project, out), out).rejects.toMatchObject({ code: 'INVALID' });
    const info = await answerOf(spawnCli('info', '--project', project.path));
    expect(info.output.error).toMatchObject({ code: 'PROJECT_IN_USE' });
  });

  it('never replaces another project, by whatever name or path', async () => {
    const project = await projectWithTags();
    const { folder } = project;
    const other = (await makeProject(supportCalls(3))).path;
    const plain = join(folder, 'no-ending');
    copyFileSync(other, plain);
    linkSync(other, join(folder, 'hard-link.json'));
    symlinkSync(other, join(folder, 'link.json'));
    writeFileSync(join(folder, 'DAMAGED.Dialogram'), 'no header');
    const outs = [other, plain, `${plain}-wal`, `${plain}-LOCK`, `${other}-wal`];
    outs.push(...['hard-link.json', 'link.json', 'DAMAGED.Dialogram'].map((name) => join(folder, name)));
    for (const out of outs)
      await expect(exportTo(project, out), out).rejects.toMatchObject({ code: 'INVALID' });
    const { client } = openPage(startTestBackend(temporaryFolder()));
    expect((await client.projects.open({ path: plain })).counts).toBeDefined();
  });

  it('never replaces a settings file', async () => {
    const project = await projectWithTags();
    const settings = join(project.folder, 'settings');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'providers.json'), '[]');
    symlinkSync(settings, join(project.folder, 'elsewhere'));
    linkSync(join(settings, 'providers.json'), join(project.folder, 'linked.json'));
    for (const out of ['settings/providers.json', 'elsewhere/providers.json', 'linked.json'])
      await expect(exportTo(project, out), out).rejects.toMatchObject({ code: 'INVALID' });
    expect(readFileSync(join(settings, 'providers.json'), 'utf8')).toBe('[]');
  });

  it('replaces a file only after consent, or picks a free name beside it', async () => {
    const { client, folder } = await projectWithTags();
    const out = join(folder, 'tags.json');
    writeFileSync(out, 'the one before');
    await expect(client.vocabulary.export({ to: 'json', out })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      data: { place: out, nextStep: expect.stringContaining('--force') },
    });
    const beside = async () =>
      basename((await client.vocabulary.export({ to: 'json', out, ifExists: 'number' })).path);
    expect([await beside(), await beside()]).toEqual(['tags 2.json', 'tags 3.json']);
    expect(readFileSync(out, 'utf8')).toBe('the one before');
    await client.vocabulary.export({ to: 'json', out, ifExists: 'replace' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toBeDefined();
  });

  it('is checked again at the end, because a project may have been saved there', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'figures.json');
    const output = beginOutput(outputTarget(path, 'refuse', []));
    writeFileSync(output.temporary, 'figures');
    writeFileSync(path, 'came meanwhile');
    expect(() => output.finish()).toThrow(expect.objectContaining({ code: 'ALREADY_EXISTS' }));
    expect(readFileSync(path, 'utf8')).toBe('came meanwhile');
  });
});

it('replaces a file on the command line only with --force, and a project never', async () => {
  const folder = temporaryFolder();
  const project = join(folder, 'p.dialogram');
  const other = join(folder, 'other.dialogram');
  const file = writeNeutral(folder, 'calls.jsonl', supportCalls(10));
  for (const path of [project, other]) await cli('import', file, '--project', path);
  await cli('tag', '--project', project, '--tagger', 'annotations');
  const write = (...words: string[]) => cli('vocabulary', 'export', ...words, '--project', project);
  const out = join(folder, 'tags.csv');
  expect((await write(out)).status).toBe(0);
  expect(await write(out)).toMatchObject({ status: 1, output: { error: { code: 'ALREADY_EXISTS' } } });
  expect((await write(out, '--force')).status).toBe(0);
  expect(await write(other, '--force')).toMatchObject({ status: 1, output: { error: { code: 'INVALID' } } });
  expect((await cli('info', '--project', other)).output.counts.dialogues).toBe(10);
  const reference = ['success', '--make-reference', other, '--dialogues', file, '--db', folder, '--force'];
  expect((await lab(...reference)).output.error).toMatchObject({ code: 'INVALID', detail: { place: other } });
});
