import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { CleaningRule } from '#shared/domain/import-formats.ts';
import { spawnCli } from '../fixtures/command-line.ts';
import { neutral, writeNeutral } from '../fixtures/dialogues.ts';
import { killed } from '../fixtures/other-process.ts';
import { importFiles, makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';

const NOTICE = 'This mail is for you alone and may be confidential.';
const calls = [0, 1, 2, 3, 4, 5].map((id) =>
  neutral(
    `c${id}`,
    'u: Where is <b>parcel</b> number 4?\n> What do you want? #ask',
    `s: It left on day ${id}. ^JS\n\n${NOTICE} #inform`,
  ),
);
const apply = async (client: DialogramClient, rules: CleaningRule[]) =>
  resultOf<{ changed: number }>(client, (await client.cleaning.apply({ rules })).job);
const textsOf = async (client: DialogramClient, externalId: string) => {
  const { turns } = await client.corpus.dialogue(await client.corpus.find({ externalId }));
  return turns.flatMap(({ utterances }) => utterances);
};
const found = async (client: DialogramClient, query: string): Promise<number> =>
  (await client.corpus.dialogues({ query })).total;

it('previews each rule, cleans what is read and searched, and reverts as one edit', async () => {
  const { client, folder } = await makeProject(calls);
  const preview = await client.cleaning.preview({ rules: ['html', 'quotes', 'repeated', 'initials'] });
  expect(preview).toMatchObject({ utterances: 12, changed: 12 });
  expect(preview.rules.map(({ rule, utterances }) => [rule, utterances])).toEqual([
    ['html', 6],
    ['entities', 0],
    ['quotes', 6],
    ['signatures', 0],
    ['initials', 0],
    ['repeated', 6],
    ['menus', 0],
  ]);
  expect(preview.rules[0]!.samples[0]).toMatchObject({
    role: 'user',
    before: expect.stringContaining('<b>'),
  });
  expect(await found(client, 'confidential')).toBe(6);

  await tagWith(client, 'annotations');
  await resultOf(client, (await client.automata.learn({ tau: 1 })).job);
  expect(await apply(client, ['quotes', 'html', 'repeated'])).toMatchObject({ changed: 12 });
  expect(await client.cleaning.state()).toMatchObject({
    rules: ['html', 'quotes', 'repeated'],
    before: [],
    changed: 12,
  });
  expect(await textsOf(client, 'c1')).toMatchObject([
    { text: 'Where is parcel number 4?', original: 'Where is <b>parcel</b> number 4?\n> What do you want?' },
    { text: 'It left on day 1. ^JS', original: expect.stringContaining(NOTICE) },
  ]);
  expect(await found(client, 'confidential')).toBe(0);
  expect(await found(client, 'parcel')).toBe(6);
  expect((await client.automata.list())[0]).toMatchObject({ stale: true });

  // Later imports are cleaned too, and a dialogue that continues is recognized by its original text.
  const [first, ...others] = calls;
  const longer = { ...first!, turns: [...first!.turns, { speaker: 'user' as const, text: '<i>Thanks</i>' }] };
  writeNeutral(folder, 'calls.jsonl', [longer, ...others, neutral('new', 'u: <p>Hello</p>')]);
  const again = await importFiles(client, [join(folder, 'calls.jsonl')]);
  expect(again).toMatchObject({ dialogues: 1, continued: 1, rejected: 0 });
  expect((await textsOf(client, 'c0'))[2]).toMatchObject({ text: 'Thanks', original: '<i>Thanks</i>' });
  expect((await textsOf(client, 'new'))[0]).toMatchObject({ text: 'Hello' });

  expect((await client.tagging.undo()).edit).toMatchObject({ kind: 'clean-words', undone: true });
  expect(await client.cleaning.state()).toMatchObject({ rules: [], changed: 0 });
  expect((await textsOf(client, 'c1'))[1]!.original).toBeUndefined();
  expect((await textsOf(client, 'new'))[0]!.text).toBe('<p>Hello</p>');
  expect(await found(client, 'confidential')).toBe(6);
  await client.tagging.redo();
  expect(await client.cleaning.state()).toMatchObject({ rules: ['html', 'quotes', 'repeated'], changed: 14 });
  expect(await found(client, 'confidential')).toBe(0);
});

it('loses the original text in a purge', async () => {
  const { client } = await makeProject([...calls, neutral('other', 'u: Hello <b>there</b>')]);
  await apply(client, ['html']);
  const { dialogue } = await client.corpus.find({ externalId: 'other' });
  await resultOf(client, (await client.purge.run({ sources: [], dialogues: [dialogue], expected: 1 })).job);
  expect(await client.cleaning.state()).toMatchObject({ rules: ['html'], changed: 6 });
  await apply(client, []);
  expect(await found(client, 'there')).toBe(0);
});

it('survives a kill -9 half way: the project opens, says so, and the next run completes it', async () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    neutral(`d${at}`, `u: <b>Word</b> ${at}`, 's: <i>Yes</i>'),
  );
  const project = await makeProject(many);
  await project.backend.stop();
  const child = spawnCli('clean', '--project', project.path, '--rules', 'html');
  const database = new Database(project.path);
  const cleaned = database.prepare('SELECT count(*) FROM utterance_originals').pluck();
  await expect.poll(() => cleaned.get(), { timeout: 600_000, interval: 5 }).toBeGreaterThan(0);
  await killed(child);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.exec("INSERT INTO utterance_search (utterance_search) VALUES ('integrity-check')");
  database.close();
  const { client } = await reopened(project);
  expect(await client.cleaning.state()).toMatchObject({ rules: ['html'], before: [] });
  expect(await apply(client, ['html'])).toMatchObject({ changed: 6000 });
  expect(await client.cleaning.state()).toMatchObject({ done: true, changed: 6000 });
  await apply(client, []);
  expect(await client.cleaning.state()).toMatchObject({ rules: [], changed: 0, done: true });
});
