import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppOptions } from '#backend/project.ts';
import { supportCalls, writeManyCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, importFiles, makeProject, type TestProject } from '../fixtures/project.ts';

async function withUploads(shell: AppOptions['shell']): Promise<TestProject & { readonly uploads: string }> {
  const project = await makeProject([], { shell });
  const uploads = join(project.folder, 'uploads');
  mkdirSync(uploads);
  return { ...project, uploads };
}

it('deletes the uploaded copy after a canceled import, and keeps it after a paused or finished one', async () => {
  const { client, uploads } = await withUploads('browser');
  const done = writeNeutral(uploads, 'done.jsonl', supportCalls(4));
  await importFiles(client, [done]);
  const many = await writeManyCalls(uploads, 'many.jsonl', 8000);
  const { job } = await client.corpus.import({ paths: [many] });
  for await (const { state } of await client.jobs.watch({ job })) if (state === 'running') break;
  await client.jobs.cancel({ job });
  expect(await ended(client, job)).toMatchObject({ state: 'cancelled' });
  expect([existsSync(many), existsSync(done)]).toEqual([false, true]);
});

it('deletes the upload if nothing is imported, and keeps the person’s own files', async () => {
  const { client, uploads, folder } = await withUploads('browser');
  const copy = writeNeutral(uploads, 'copy.jsonl', supportCalls(4));
  const own = writeNeutral(folder, 'own.jsonl', supportCalls(4));
  expect(await client.corpus.leave({ paths: [copy, own] })).toEqual({ removed: 1 });
  expect([existsSync(copy), existsSync(own)]).toEqual([false, true]);
});

it("names an uploaded file as the person knows it, not by the copy's path", async () => {
  const { client, uploads } = await withUploads('browser');
  const [odd, empty] = [join(uploads, 'odd.json'), join(uploads, 'empty.csv')];
  writeFileSync(odd, '[{"alpha":1,"beta":{"gamma":2}}]');
  writeFileSync(empty, '');
  const { warnings } = await client.corpus.preview({ path: odd, format: 'mapped-json' });
  expect(warnings.join()).toContain('Dialogram does not recognize the text and the speaker in "odd.json"');
  await expect(client.corpus.preview({ path: empty })).rejects.toMatchObject({
    message: expect.stringMatching(/^"empty.csv" /),
    data: { place: 'empty.csv' },
  });
  const { job } = await client.corpus.import({ paths: [empty] });
  expect((await ended(client, job)).error).toMatchObject({
    message: expect.stringMatching(/^"empty.csv" /),
    detail: { place: 'empty.csv' },
  });
});

it('removes no file in other shells', async () => {
  const { client, uploads } = await withUploads('electron');
  const own = writeNeutral(uploads, 'own.jsonl', supportCalls(4));
  expect(await client.corpus.leave({ paths: [own] })).toEqual({ removed: 0 });
  expect(existsSync(own)).toBe(true);
});

it('removes query results that a crash left when a project opens', async () => {
  const { client, folder, path } = await makeProject();
  await client.projects.close();
  const [left, other] = [`${path}.query-Ab12`, join(folder, 'other.dialogram.query-Ab12')];
  for (const rows of [left, other]) mkdirSync(rows);
  await client.projects.open({ path });
  expect([existsSync(left), existsSync(other)]).toEqual([false, true]);
});

it('finds a dialogue by its id, whole or as typed, besides those that contain the words', async () => {
  const calls = supportCalls(12);
  const { client, folder } = await makeProject();
  const said = { ...calls[0]!, id: 'talks-of-7' };
  said.turns = said.turns.map((turn, at) =>
    at === 0 ? { ...turn, text: 'It is about call-7, please' } : turn,
  );
  await importFiles(client, [writeNeutral(folder, 'calls.jsonl', [...calls, said])]);
  const found = async (query: string): Promise<string[]> =>
    (await client.corpus.dialogues({ query })).items.map(({ externalId }) => externalId);
  const ids = (await client.corpus.dialogues({})).items.map(({ externalId }) => externalId);
  const [one] = ids.filter((id) => id.endsWith('1'));
  expect(await found(one!)).toContain(one);
  expect(await found(`  ${one!.toUpperCase()} `)).toContain(one);
  expect((await client.corpus.dialogues({ query: one! })).items.every(({ excerpt }) => excerpt !== '')).toBe(
    true,
  );
  // The letters before the number are in every id; alone they are searched as words.
  expect(await found(one!.replace(/\W?\d+$/, ''))).toEqual(['talks-of-7']);
  expect(await found('no-such-id-1')).toEqual([]);
});
