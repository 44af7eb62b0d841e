import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '#backend/store/database.ts';
import { APPLICATION_ID } from '#backend/store/file/file-header.ts';
import { migrate, SCHEMA_VERSION } from '#backend/store/file/migrate.ts';
import { DELETED_WITH, OF_RUNS, PARTS } from '#backend/store/purge/purge-rows.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { PurgeResult } from '#shared/contract/purge.ts';
import type { DialogueId, SourceId } from '#shared/domain/ids.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { type NeutralDialogue, neutral, writeNeutral } from '../fixtures/dialogues.ts';
import {
  ended,
  importFiles,
  makeProject,
  openPage,
  reopened,
  resultOf,
  startTestBackend,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';
import { PURGED_TABLES } from '../fixtures/purged-tables.ts';
import { foundIn } from '../fixtures/search-bytes.ts';
import { ROWS_OF_VERSION } from '../fixtures/store-rows.ts';

const PURGED = ['zyqfelga', 'kwobrint', 'xuvlampo', 'qofcall', 'jyxact', 'wuqdomain', 'vofsource', 'hexnote'];
const KEPT = ['meradilo', 'bontavik', 'stayscall', 'staysact'];

function calls(
  prefix: string,
  act: string,
  domain: string,
  words: readonly string[],
  count: number,
): NeutralDialogue[] {
  return Array.from({ length: count }, (_, index) => ({
    ...neutral(
      `${prefix}-${index}`,
      `u: Hello, the ${words[0]} that I ordered has not arrived. #greet,${act}-report`,
      `s: I am sorry, which order number does the ${words[0]} have? #ask-number`,
      `u: It is ${words[1 % words.length]} ${index + 100}, thank you. #give-number`,
      `s: The parcel with your ${words[2 % words.length]} comes tomorrow. #${act}-inform`,
      `u: Great, thank you very much. #thank`,
      `s: You are welcome, goodbye. #close`,
    ),
    domain: [domain],
  }));
}

async function purge(
  client: DialogramClient,
  selection: { sources?: SourceId[]; dialogues?: DialogueId[] },
  files: { backups?: boolean; uploads?: boolean } = {},
): Promise<PurgeResult> {
  const { dialogues: expected } = await client.purge.preview(selection);
  const { job } = await client.purge.run({ ...selection, ...files, expected });
  return resultOf<PurgeResult>(client, job);
}

async function sourceNamed(client: DialogramClient, part: string): Promise<SourceId> {
  const source = (await client.corpus.sources()).find(({ name }) => name.includes(part));
  if (!source) throw new Error(`There is no source ${part}.`);
  return source.id;
}

async function turnsOf(client: DialogramClient, externalId: string) {
  const { dialogue } = await client.corpus.find({ externalId });
  return (await client.corpus.dialogue({ dialogue })).turns;
}

const learn = async (client: DialogramClient, learner: 'paper' | 'context') =>
  resultOf(client, (await client.automata.learn({ learner, tau: 2 })).job);

async function workedProject(): Promise<TestProject & { kept: string; purged: string }> {
  const project = await makeProject();
  const { client, folder, session } = project;
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads);
  const purged = writeNeutral(uploads, 'vofsource.jsonl', [
    ...calls('qofcall', 'jyxact', 'wuqdomain', ['zyqfelga', 'kwobrint', 'xuvlampo'], 40),
  ]);
  const kept = writeNeutral(
    temporaryFolder('elsewhere'),
    'stays.jsonl',
    calls('stayscall', 'staysact', 'support', ['meradilo', 'bontavik'], 60),
  );
  await importFiles(client, [purged, kept]);
  await tagWith(client, 'offline');
  await tagWith(client, 'annotations');

  const [first, second] = await turnsOf(client, 'qofcall-3');
  const [other, another] = await turnsOf(client, 'stayscall-5');
  await client.tagging.addTag({ turn: first.id, tag: 'kwobrint-lost' });
  await client.tagging.addTag({ turn: other.id, tag: 'urgent' });
  await client.tagging.addTag({ turn: second.id, tag: 'urgent' });
  await client.tagging.replaceTag({ turn: other.id, tag: other.tags[0].id, by: 'hello' });
  await client.tagging.removeTag({ turn: second.id, tag: second.tags[0].id });
  await client.tagging.renameTag({
    tag: (await client.tagging.vocabulary({ query: 'kwobrint-lost' })).items[0].id,
    name: 'xuvlampo-gone',
  });
  await client.tagging.renameTag({
    tag: (await client.tagging.vocabulary({ query: 'jyxact-report' })).items[0].id,
    name: 'late',
  });
  await client.tagging.addTag({ turn: another.id, tag: 'late' });
  await client.tagging.renameTag({
    tag: (await client.tagging.vocabulary({ query: 'jyxact-inform' })).items[0].id,
    name: 'staysact-inform',
    merge: true,
  });
  await client.tagging.addTag({ turn: first.id, tag: 'undone-kwobrint' });
  await client.tagging.undo();

  await learn(client, 'paper');
  await learn(client, 'context');
  for (const tag of ['xuvlampo-gone', 'greet'])
    await client.mergeDecisions.decide({ kind: 'pin', left: [{ role: 'user', tag }] });
  const { dialogue } = await client.corpus.find({ externalId: 'stayscall-7' });
  await client.comparison.compare({ dialogue, turn: 1, methods: ['dense', 'bm25-last'] });
  await ended(
    client,
    (await client.corpus.import({ paths: [join(uploads, 'vofsource-missing.jsonl')] })).job,
  );

  const wording = { text: 'They miss their kwobrint.', of: '100 % of dialogues end with close.' };
  await client.findings.decide({ finding: 'ends system close', wording });
  await client.findings.decide({ finding: 'begins user greet', pinned: true });

  const { database } = session.project();
  const { dialogue: gone } = await client.corpus.find({ externalId: 'qofcall-1' });
  const { dialogue: stays } = await client.corpus.find({ externalId: 'stayscall-1' });
  const edit = database
    .prepare(`SELECT max(id) FROM edits WHERE description LIKE '%of stayscall-5'`)
    .pluck()
    .get();
  database.exec(`
    INSERT INTO runs VALUES (900, 'other', '{"tagger":"offline","note":"of qofcall-1 only"}', NULL, 'x', 'done', '', '',
      '{"utterancesTagged":1,"vocabulary":1,"warnings":["Round 1 of qofcall-1 has no tag."],"model":{"words":["zyqfelga"]}}');
    INSERT INTO run_flags VALUES (900, ${first.id}, 'No tag for zyqfelga'), (900, ${other.id}, 'No tag');
    INSERT INTO person_marks VALUES ('annotations', ${second.id}, 'flagged', 'hexnote on kwobrint', ${edit}),
      ('annotations', ${other.id}, 'flagged', 'as in qofcall-9', ${edit});
    INSERT INTO prompts VALUES (1, 'own', 1, 'For example: the kwobrint is late.', ''), (2, 'own', 2, 'Tag each turn.', '');
    INSERT INTO model_answers VALUES ('a', 'local', 'small', '{"zyqfelga":1}', 'stop', 1, 1, '', NULL),
      ('b', 'local', 'small', '{"meradilo":1}', 'stop', 1, 1, '', NULL), ('c', 'local', 'small', '{"kwobrint":1}', 'stop', 1, 1, '', NULL);
    INSERT INTO model_answer_dialogues VALUES ('a', ${gone}), ('b', ${stays});
    INSERT INTO model_calls VALUES (1, 900, ${gone}, 'a', '', 1, 'failed', 400, 1, 1, 0, 0.5, 1, 'Bad: zyqfelga'),
      (2, 900, ${stays}, 'b', '', 1, 'done', 200, 1, 1, 0, 0.25, 1, NULL), (3, 900, NULL, 'z', '', 1, 'failed', 400, 1, 1, 0, 0.25, 1, 'Bad: xuvlampo');
    INSERT INTO move_decisions VALUES
      (1, '{"kind":"cue","role":"user","move":"report-late","phrases":"my zyqfelga, late"}'),
      (2, '{"kind":"cue","role":"user","move":"report-late","phrases":"the meradilo"}');
    UPDATE tags SET description = 'as the xuvlampo' WHERE name = 'hello';
    UPDATE edits SET reason = 'said so in qofcall-2' WHERE description LIKE '%stayscall%';
  `);
  database.prepare('VACUUM INTO ?').run(`${project.path}.before-v${SCHEMA_VERSION}-20250102T030405.bak`);
  return { ...project, kept, purged };
}

describe('a purge of a source', () => {
  it('leaves no word and no id of it in any file, and everything else unchanged', async () => {
    const project = await workedProject();
    const { client, folder } = project;
    expect(PURGED.filter((word) => foundIn(folder, [word]).length === 0)).toEqual([]);
    const rest = await restOf(client);
    const source = await sourceNamed(client, 'vofsource');
    const preview = await client.purge.preview({ sources: [source] });
    expect(preview).toMatchObject({
      name: 'vofsource.jsonl',
      sources: 1,
      dialogues: 40,
      utterances: 240,
      turns: 240,
      automata: 2,
      modelAnswers: 2,
      prompts: 1,
      sentTo: ['local'],
      backups: [{ path: expect.stringContaining('.bak') }],
      uploads: [{ path: project.purged }],
      originals: [],
    });
    expect(preview.machineTags).toBeGreaterThan(0);
    expect(preview.decisions).toBeGreaterThan(0);
    expect(preview.tags).toBeGreaterThan(0);
    expect(preview.edits).toBeGreaterThan(0);

    const result = await purge(client, { sources: [source] });
    expect(result).toMatchObject({
      dialogues: 40,
      utterances: 240,
      filesRemoved: 2,
      filesLeft: 0,
      warnings: [],
    });
    expect(result.tags).toBe(preview.tags);
    expect(result.edits).toBe(preview.edits);
    expect(foundIn(folder, PURGED)).toEqual([]);
    await project.backend.stop();
    expect(foundIn(folder, PURGED)).toEqual([]);
    expect(KEPT.filter((word) => foundIn(folder, [word]).length === 0)).toEqual([]);

    const again = await reopened(project);
    const { database } = again.session.project();
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.prepare('SELECT sum(cost) FROM model_calls').pluck().get()).toBe(1);
    expect(await restOf(again.client)).toEqual(rest);
    expect(await again.client.corpus.sources()).toHaveLength(1);
    expect(await again.client.automata.list()).toEqual([]);
    expect(await again.client.mergeDecisions.list()).toMatchObject([{ left: [{ tag: 'greet' }] }]);
    expect((await again.client.moves.cues()).own).toMatchObject([{ phrases: 'the meradilo' }]);
    expect((await again.client.corpus.dialogues({ query: 'zyqfelga' })).total).toBe(0);
    expect((await again.client.corpus.dialogues({ query: 'meradilo' })).total).toBe(60);
    await learn(again.client, 'paper');
    await learn(again.client, 'context');
    const { dialogue } = await again.client.corpus.find({ externalId: 'stayscall-7' });
    const { columns } = await again.client.comparison.compare({ dialogue, turn: 1, methods: ['dense'] });
    expect(columns[0].candidates.length).toBeGreaterThan(0);
  });

  it('keeps the edits of what stays: they are undone to the first and redone', async () => {
    const project = await workedProject();
    await purge(project.client, { sources: [await sourceNamed(project.client, 'vofsource')] });
    const { client, session } = await reopened(project);
    const { database } = session.project();
    const before = await restOf(client);
    let steps = 0;
    while ((await client.tagging.undo()).edit) steps++;
    expect(steps).toBeGreaterThan(2);
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(foundIn(project.folder, PURGED)).toEqual([]);
    while ((await client.tagging.redo()).edit) steps--;
    expect(steps).toBe(0);
    expect(await restOf(client)).toEqual(before);
    expect(foundIn(project.folder, PURGED)).toEqual([]);
    const { items } = await client.tagging.history({ limit: 100 });
    expect(JSON.stringify(items)).not.toMatch(new RegExp(PURGED.join('|'), 'i'));
  });

  it('updates every count correctly', async () => {
    const { client, session } = await workedProject();
    await purge(client, { sources: [await sourceNamed(client, 'vofsource')] });
    const { database } = session.project();
    const counted = database.prepare('SELECT * FROM run_vocabulary ORDER BY 1, 2, 3').raw().all();
    const recounted = database
      .prepare(
        `SELECT t.run_id, t.tag_id, r.role, count(*) FROM run_tags t JOIN rounds r ON r.id = t.round_id
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      )
      .raw()
      .all();
    expect(counted).toEqual(recounted);
    expect(counted.length).toBeGreaterThan(0);
  });

  it('keeps the files that it should keep, and says so', async () => {
    const project = await workedProject();
    const { client } = project;
    const source = await sourceNamed(client, 'vofsource');
    const result = await purge(client, { sources: [source] }, { backups: false, uploads: false });
    expect(result).toMatchObject({ filesRemoved: 0, filesLeft: 2 });
    const left = foundIn(project.folder, ['zyqfelga']);
    expect(left).toHaveLength(2);
    expect(left.join()).toMatch(/\.bak.*uploads/);
  });
});

async function restOf(client: DialogramClient) {
  const { items } = await client.corpus.dialogues({ query: 'meradilo', limit: 100 });
  const dialogues = await Promise.all(items.map(({ id }) => client.corpus.dialogue({ dialogue: id })));
  return dialogues;
}

describe('a purge of dialogues', () => {
  it('removes them from a source that stays', async () => {
    const project = await makeProject([
      neutral('gone-1', 'u: My zyqfelga broke. #report', 's: Sorry. #sorry'),
      neutral('kept-1', 'u: My lamp broke. #report', 's: Sorry. #sorry'),
      neutral('gone-2', 'u: My kwobrint broke. #report', 's: A pity. #sorry'),
    ]);
    const { client } = project;
    await tagWith(client, 'annotations');
    const [turn] = await turnsOf(client, 'gone-1');
    await client.tagging.addTag({ turn: turn.id, tag: 'angry' });
    await client.filters.setOutcome({ kind: 'tags', tags: ['angry', 'sorry'] });
    const ids = await Promise.all(
      ['gone-1', 'gone-2'].map(async (externalId) => (await client.corpus.find({ externalId })).dialogue),
    );
    const one = await client.purge.preview({ dialogues: [ids[0]] });
    expect(one).toMatchObject({ name: 'gone-1', dialogues: 1, edits: 1, tags: 1, sources: 0 });
    const preview = await client.purge.preview({ dialogues: ids });
    expect(preview).toMatchObject({ name: '2 dialogues', dialogues: 2, originals: [expect.any(String)] });
    await purge(client, { dialogues: ids });
    expect((await client.corpus.dialogues({})).items.map(({ externalId }) => externalId)).toEqual(['kept-1']);
    expect((await client.corpus.sources())[0]).toMatchObject({ dialogues: 1 });
    expect((await client.tagging.history({})).total).toBe(0);
    expect(await client.filters.outcome()).toEqual({ kind: 'tags', tags: ['sorry'] });
    await project.backend.stop();
    const beside = foundIn(project.folder, ['zyqfelga', 'kwobrint', 'gone-1', 'gone-2', 'angry']);
    expect(beside.filter((place) => !place.startsWith('calls.jsonl'))).toEqual([]);
  });

  it('can empty a project, which stays usable', async () => {
    const project = await makeProject([neutral('a', 'u: My lamp broke. #report', 's: Sorry. #sorry')]);
    const { client } = project;
    await tagWith(client, 'annotations');
    await purge(client, { sources: [await sourceNamed(client, 'calls')] });
    expect((await client.projects.current())?.counts).toMatchObject({
      sources: 0,
      dialogues: 0,
      tags: 0,
      taggingRuns: 0,
    });
    const file = writeNeutral(project.folder, 'more.jsonl', [
      neutral('a', 'u: Hello. #greet', 's: Yes? #ask'),
    ]);
    await importFiles(client, [file]);
    expect(await tagWith(client, 'annotations')).toMatchObject({ vocabulary: 2 });
  });

  it('rejects missing dialogues, a different count than shown, and running beside another job', async () => {
    const { client, session } = await makeProject([neutral('a', 'u: My lamp broke.', 's: Sorry.')]);
    const nowhere = [999 as DialogueId];
    await expect(client.purge.preview({ dialogues: nowhere })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.purge.run({ dialogues: nowhere, expected: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { dialogue } = await client.corpus.find({ externalId: 'a' });
    await expect(client.purge.run({ dialogues: [dialogue], expected: 2 })).rejects.toMatchObject({
      code: 'INVALID',
    });
    const { job } = await client.tagging.run({ tagger: 'offline' });
    await expect(client.purge.run({ dialogues: [dialogue], expected: 1 })).rejects.toMatchObject({
      code: 'BUSY',
    });
    await ended(client, job);
    session
      .project()
      .database.exec(
        `INSERT INTO jobs VALUES ('p', 'import', 'Importing', '{}', 'paused', 'interrupted', 0, NULL, '', '', NULL, NULL, NULL, NULL, NULL)`,
      );
    await expect(client.purge.run({ dialogues: [dialogue], expected: 1 })).rejects.toMatchObject({
      code: 'BUSY',
    });
  });
});

describe('the list of what a purge does with each table', () => {
  it('names every table and every column of the schema, and nothing else', () => {
    const database = createDatabase(join(temporaryFolder(), 'p.dialogram'));
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_search_%' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all() as string[];
    const schema = Object.fromEntries(
      tables.map((table) => [
        table,
        (database.pragma(`table_xinfo(${table})`) as { name: string }[]).map(({ name }) => name).sort(),
      ]),
    );
    const named = Object.fromEntries(
      Object.entries(PURGED_TABLES).map(([table, { words, plain }]) => [table, [...words, ...plain].sort()]),
    );
    expect(named).toEqual(schema);
    database.close();
  });

  it('gives a reason for every table that is in none of the lists', () => {
    const listed = new Set([
      ...Object.values(DELETED_WITH).flatMap(Object.keys),
      ...Object.keys(PARTS),
      ...OF_RUNS,
    ]);
    for (const [table, { stays, chosen }] of Object.entries(PURGED_TABLES)) {
      expect(`${table}: ${stays && chosen}`).toBe(`${table}: undefined`);
      if (!listed.has(table)) expect(stays ?? chosen, table).toBeDefined();
    }
    expect(Object.keys(PURGED_TABLES)).toEqual(expect.arrayContaining([...listed]));
  });

  it('keeps no table that refers to deleted rows', () => {
    const database = createDatabase(join(temporaryFolder(), 'p.dialogram'));
    const goes = { dialogues: 'dialogues', rounds: 'turns', sources: 'sources', imports: 'imports' } as const;
    const referencesOf = (table: string) =>
      database.pragma(`foreign_key_list(${table})`) as { table: string; from: string }[];
    for (const [table, [whole, column]] of Object.entries(PARTS))
      expect(referencesOf(table)).toContainEqual(expect.objectContaining({ table: whole, from: column }));
    for (const [table, { stays }] of Object.entries(PURGED_TABLES))
      if (referencesOf(table).some((reference) => reference.table in goes))
        expect(stays, table).toBeUndefined();
    for (const [of, tables] of Object.entries(DELETED_WITH)) {
      for (const [table, column] of Object.entries(tables)) {
        const own = referencesOf(table).find(({ table: other, from }) => other in goes && from === column);
        expect(`${table}: ${own ? goes[own.table as keyof typeof goes] : column}`).toBe(
          `${table}: ${own ? of : 'id'}`,
        );
      }
    }
    for (const table of OF_RUNS)
      expect(
        database.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = 'run_id'`).get(),
        table,
      ).toBeDefined();
    database.close();
  });
});

describe('a purge of a file with every table', () => {
  it.each(Object.keys(ROWS_OF_VERSION).map(Number))(
    'of version %i leaves none of its words',
    async (version) => {
      const folder = temporaryFolder('purge-old');
      const path = join(folder, 'old.dialogram');
      const database = new Database(path);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      migrate(database, version);
      database.exec(ROWS_OF_VERSION[version]);
      database.close();
      const backend = startTestBackend(folder);
      const { client } = openPage(backend);
      const { backup } = await client.projects.open({ path });
      expect(backup === null).toBe(version === SCHEMA_VERSION);
      const words = [
        'parcel',
        'arrives',
        'call-1',
        'calls.jsonl',
        'agent 7',
        'urgent',
        'pressing',
        'refund',
        'mood',
      ];
      expect(foundIn(folder, words).length).toBeGreaterThanOrEqual(words.length);
      await purge(client, { sources: [await sourceNamed(client, 'calls')] });
      await backend.stop();
      expect(foundIn(folder, [...words, 'two topics', 'job-1', 'Wants to know'])).toEqual([]);
    },
  );
});
