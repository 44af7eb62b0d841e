import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { neutral, writeNeutral } from '../fixtures/dialogues.ts';
import { importFiles, makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';
import { foundIn } from '../fixtures/search-bytes.ts';

const call = (id: string, word: string) =>
  neutral(id, `u: Where is the ${word}? #ask`, 's: On its way. #inform', 'u: Thanks. #thank');

async function twoSources() {
  const project = await makeProject([call('a', 'parcel'), call('b', 'letter')]);
  const { client, folder } = project;
  await importFiles(client, [
    writeNeutral(folder, 'other.jsonl', [call('x', 'zyqfelga'), call('y', 'zyqfelga')]),
  ]);
  await tagWith(client, 'annotations');
  const { dialogue: id } = await client.corpus.find({ externalId: 'x' });
  const { turns } = await client.corpus.dialogue({ dialogue: id });
  await client.tagging.addTag({ turn: turns[0]!.id, tag: 'mine' });
  await client.notes.comment({ turn: turns[1]!.id, text: 'Look here.' });
  await client.review.flagDialogues({ dialogues: [id], note: 'odd' });
  await resultOf(client, (await client.automata.learn({ tau: 1 })).job);
  const source = (await client.corpus.sources()).find(({ name }) => name.endsWith('other.jsonl'))!;
  return { ...project, source };
}

function contentOf(path: string): Record<string, unknown[]> {
  const database = new Database(path, { readonly: true });
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'utterance_search*' AND name NOT GLOB 'sqlite*'
       AND name NOT IN ('meta', 'edits', 'jobs', 'dialogue_columns')`,
    )
    .pluck()
    .all();
  const rows = tables.map((table) => [
    table,
    database
      .prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`)
      .all()
      .map(({ corpus_version: _, ...row }) => row)
      .toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
  ]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
  return Object.fromEntries(rows);
}

const found = async (client: DialogramClient, query: string): Promise<number> =>
  (await client.corpus.dialogues({ query })).total;

describe('a removed source', () => {
  it('is gone from every list and count, and is restored exactly, row by row', async () => {
    const { client, path, source } = await twoSources();
    const before = contentOf(path);
    const [automaton] = await client.automata.list();
    expect((await client.removing.remove({ source: source.id })).undo).toBe(`Remove ${source.name}`);

    expect((await client.corpus.sources()).map(({ dialogues }) => dialogues)).toEqual([2]);
    expect(await client.removing.list()).toMatchObject([{ id: source.id, dialogues: 2, utterances: 6 }]);
    expect(await found(client, 'zyqfelga')).toBe(0);
    expect(await found(client, 'parcel')).toBe(1);
    expect(await client.projects.current()).toMatchObject({ counts: { dialogues: 2, utterances: 6 } });
    expect(await client.automata.list()).toEqual([]);
    const { items } = await client.tagging.vocabulary({ limit: 100 });
    expect(items.find(({ name }) => name === 'mine')?.turns ?? 0).toBe(0);
    const left = contentOf(path);
    for (const table of [
      'dialogues',
      'rounds',
      'utterances',
      'run_tags',
      'person_tags',
      'person_marks',
      'round_comments',
    ])
      expect(left[table]!.length, table).toBeLessThan(before[table]!.length);

    expect((await client.tagging.undo()).redo).toBe(`Remove ${source.name}`);
    expect(contentOf(path)).toEqual(before);
    expect(await found(client, 'zyqfelga')).toBe(2);
    expect(await client.automata.list()).toMatchObject([{ id: automaton!.id, stale: false }]);
    expect(await client.removing.list()).toEqual([]);

    await client.tagging.redo();
    expect(contentOf(path)).toEqual({
      ...left,
      removed_sources: [
        { ...(left.removed_sources![0] as object), removed_at: expect.anything(), state: expect.anything() },
      ],
    });
    await client.tagging.undo();
    expect(contentOf(path)).toEqual(before);
  });

  it('is restored beside later imports, under another name if its own is taken', async () => {
    const project = await twoSources();
    const { folder, path, source } = project;
    await project.client.removing.remove({ source: source.id });
    const { client } = await reopened(project);
    await importFiles(client, [join(folder, 'other.jsonl')]);
    await tagWith(client, 'annotations');
    const outcome = await client.removing.bringBack({ source: source.id });
    expect(outcome.undo).toBe(`Restore ${source.name}`);
    expect((await client.corpus.sources()).map(({ name }) => name)).toEqual([
      expect.stringContaining('calls.jsonl'),
      source.name,
      `${source.name} (2)`,
    ]);
    expect(contentOf(path).dialogues).toHaveLength(6);
    expect(await found(client, 'zyqfelga')).toBe(4);
    await client.tagging.undo();
    await client.tagging.undo();
    expect(contentOf(path).dialogues).toHaveLength(6);
    // Edits made before the removal can still be undone on it.
    await client.tagging.undo();
    expect(contentOf(path).person_marks).toEqual([]);
  });

  it('is deleted permanently by the next purge of anything', async () => {
    const { client, folder, path, source } = await twoSources();
    await client.removing.remove({ source: source.id });
    const dialogue = await client.corpus.find({ externalId: 'a' });
    const selection = { sources: [], dialogues: [dialogue.dialogue] };
    const preview = await client.purge.preview(selection);
    expect(preview).toMatchObject({ sources: 1, dialogues: 3, removed: [source.name], automata: 1 });
    expect(contentOf(path).dialogues).toHaveLength(2);
    await resultOf(client, (await client.purge.run({ ...selection, expected: 3 })).job);
    expect(await client.removing.list()).toEqual([]);
    expect(contentOf(path)).toMatchObject({
      dialogues: [{ external_id: 'b' }],
      removed_rows: [],
      removed_tables: [],
    });
    expect((await client.tagging.history({})).items.map(({ kind }) => kind)).not.toContain('remove-source');
    expect(foundIn(folder, ['zyqfelga'])).toEqual(['other.jsonl: "zyqfelga"']);
  });
});
