import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '#backend/store/corpus/source-table.ts';
import { openForReading } from '#backend/store/database.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ImportResult } from '#shared/contract/corpus.ts';
import { neutral, writeNeutral } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const opening = ['u: Where is it? #ask', 's: On its way. #inform'];
const dialogueOf = async (client: DialogramClient, externalId: string) =>
  client.corpus.dialogue(await client.corpus.find({ externalId }));
const refresh = async (client: DialogramClient): Promise<ImportResult> =>
  resultOf(client, (await client.growing.refresh({})).job);

describe('a grown file', () => {
  it("adds new turns to a dialogue, keeps people's edits, and reports the changes", async () => {
    const { client, folder } = await makeProject([
      neutral('a', ...opening),
      neutral('b', ...opening),
      neutral('c', ...opening, 'u: Thanks. #thank'),
    ]);
    await tagWith(client, 'annotations');
    const [first] = (await dialogueOf(client, 'a')).turns;
    await client.tagging.addTag({ turn: first!.id, tag: 'mine' });
    await client.notes.comment({ turn: first!.id, text: 'Look here.' });
    await resultOf(client, (await client.automata.learn({ tau: 1 })).job);

    writeNeutral(folder, 'calls.jsonl', [
      neutral('a', ...opening, 's: It comes today. #inform', 'u: Good. #thank'),
      neutral('b', 'u: Where is it? #ask', 's: Lost. #inform'),
      neutral('c', ...opening),
      neutral('d', ...opening),
    ]);
    const result = await refresh(client);
    expect(result).toMatchObject({
      dialogues: 1,
      utterances: 4,
      turns: 2,
      ignored: 4,
      rejected: 2,
      continued: 1,
    });
    expect(result.read).toBe(result.utterances + result.ignored + result.rejected);
    const a = await dialogueOf(client, 'a');
    expect(a.turns.map(({ utterances }) => utterances.map(({ text }) => text))).toEqual([
      ['Where is it?'],
      ['On its way.', 'It comes today.'],
      ['Good.'],
    ]);
    expect(a.turns[0]).toMatchObject({ id: first!.id, comment: { text: 'Look here.' } });
    expect(a.turns[0]!.tags.map(({ name }) => name)).toContain('mine');
    expect((await dialogueOf(client, 'b')).turns[1]!.utterances[0]!.text).toBe('On its way.');
    expect((await dialogueOf(client, 'c')).turns).toHaveLength(3);
    const { items } = await client.corpus.rejects({});
    expect(items).toMatchObject([{ excerpt: 'Lost.', records: 2 }]);
    expect(items[0]!.reason).toMatch(/"b"\. The two texts differ from message 2 on/);
    expect((await client.corpus.dialogues({ query: 'comes today' })).total).toBe(1);
    // An automaton learned before does not include it; one learned now does.
    expect((await client.automata.list())[0]).toMatchObject({ stale: true });
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ tau: 1 })).job);
    expect((await client.automata.list())[0]).toMatchObject({ stale: false });

    const closed = { ...neutral('d', ...opening), status: 'closed' };
    writeNeutral(folder, 'calls.jsonl', [closed]);
    expect((await refresh(client)).warnings.join()).toMatch(/Updated the fields of 1 dialogue already/);
    expect(await client.corpus.dialogues({ where: 'status = closed' })).toMatchObject({ total: 1 });
    expect(await client.corpus.sources()).toMatchObject([{ dialogues: 4, ignored: 0, rejected: 0 }]);
  });

  it('is reported as missing, and its dialogues stay', async () => {
    const { client, folder } = await makeProject([neutral('a', ...opening)]);
    rmSync(join(folder, 'calls.jsonl'));
    expect((await refresh(client)).warnings.join()).toMatch(/the file .* no longer exists/);
    expect((await client.projects.current())?.counts.dialogues).toBe(1);
  });
});

it('imports new files of a folder, automatically if wanted', async () => {
  const { client, folder, path } = await makeProject();
  const calls = join(folder, 'calls');
  mkdirSync(calls);
  writeNeutral(calls, 'monday.jsonl', [neutral('a', ...opening)]);
  writeNeutral(calls, 'notes.jsonl', []);
  expect(await importFiles(client, [calls])).toMatchObject({ dialogues: 1 });
  writeNeutral(calls, 'tuesday.jsonl', [neutral('b', ...opening)]);
  expect(await refresh(client)).toMatchObject({ dialogues: 1, ignored: 2 });

  expect(await client.growing.watching()).toEqual({ on: false });
  await client.growing.watch({ on: true });
  const database = openForReading(path);
  const tuesday = readSources(database).find((source) => source.path.endsWith('tuesday.jsonl'));
  database.close();
  const lastImport = Date.parse(tuesday?.startedAt ?? '');
  writeNeutral(calls, 'tuesday.jsonl', [neutral('b', ...opening, 'u: Thanks. #thank')]);
  // The clock of a file system may be behind, so that the change looks a little older than the import.
  const earlier = new Date(lastImport - 10);
  utimesSync(join(calls, 'tuesday.jsonl'), earlier, earlier);
  await expect.poll(async () => (await dialogueOf(client, 'b')).turns.length, { timeout: 600_000 }).toBe(3);
  await client.growing.watch({ on: false });
  expect(await client.growing.watching()).toEqual({ on: false });
});
