import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDatabase, openDatabase } from '#backend/store/database.ts';
import { APPLICATION_ID } from '#backend/store/file/file-header.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION, schemaVersionOf } from '#backend/store/file/migrate.ts';
import type { Migration } from '#backend/store/migrations/migration.ts';
import { kindOfSpeaker, SPEAKER_KINDS } from '#shared/domain/dialogue.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, openPage, startTestBackend } from '../fixtures/project.ts';
import { ROWS_OF_VERSION } from '../fixtures/store-rows.ts';

function fileOfVersion(version: number): string {
  const path = join(temporaryFolder(), 'old.dialogram');
  const database = new Database(path);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma('journal_mode = WAL');
  migrate(database, version);
  if (version > 0) database.exec(ROWS_OF_VERSION[version]);
  database.close();
  return path;
}

function contentOf(database: Database.Database): Record<string, unknown[]> {
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_search_%' ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).raw().all()]),
  );
}

function schemaOf(database: Database.Database): unknown[] {
  return database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .raw()
    .all();
}

const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('migrations', () => {
  it('are numbered 1, 2, 3 …, and each version has rows to test the next one', () => {
    expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
    for (let version = 1; version <= SCHEMA_VERSION; version++) {
      const database = new Database(fileOfVersion(version), { readonly: true });
      const empty = Object.entries(contentOf(database)).filter(([, rows]) => rows.length === 0);
      expect(
        empty.map(([table]) => table),
        `tables of version ${version} without rows in tests/fixtures/store-rows.ts`,
      ).toEqual([]);
      database.close();
    }
  });

  it.each(MIGRATIONS.map((_, version) => version))(
    'from version %i make a backup first, then the newest schema with every row',
    async (version) => {
      const path = fileOfVersion(version);
      const old = new Database(path, { readonly: true });
      const before = contentOf(old);
      old.close();

      const opened = await openDatabase(path);
      expect(opened.migratedFrom).toBe(version);
      expect(schemaVersionOf(opened.database)).toBe(SCHEMA_VERSION);
      expect(opened.database.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(opened.database.pragma('foreign_key_check')).toEqual([]);
      expect(opened.database.pragma('foreign_keys', { simple: true })).toBe(1);
      const fresh = createDatabase(join(temporaryFolder(), 'fresh.dialogram'));
      expect(schemaOf(opened.database)).toEqual(schemaOf(fresh));
      fresh.close();
      const after = contentOf(opened.database);
      for (const [table, rows] of Object.entries(before)) expect(after[table]).toHaveLength(rows.length);
      opened.database.close();

      const backup = new Database(opened.backup as string, { readonly: true });
      expect(dirname(opened.backup as string)).toBe(dirname(path));
      expect(schemaVersionOf(backup)).toBe(version);
      expect(contentOf(backup)).toEqual(before);
      backup.close();
    },
  );

  it('of version 5 detect the speakers of older files, as an import would', () => {
    const database = new Database(fileOfVersion(4));
    const names = [
      'Support Bot',
      'assistant',
      'agent 7',
      'AGENT',
      'customer support',
      'SYSTEM',
      'Robot',
      'Bob',
      'Bottle Shop',
      'Agentur Nord',
      'Service Desk',
      'human operator',
      'rep-3',
      'gpt-4o',
      "Ann's assistant",
      'Supporters',
    ];
    const insert = database.prepare(
      `INSERT INTO utterances (dialogue_id, round_id, position, speaker, text, line) VALUES (1, 2, ?, ?, '', 1)`,
    );
    names.forEach((name, index) => {
      insert.run(index + 2, name);
    });
    migrate(database, 5);
    const kinds = database.prepare('SELECT speaker, kind FROM utterances ORDER BY id').raw().all();
    expect(kinds.slice(0, 2)).toEqual([
      ['Ann', SPEAKER_KINDS.indexOf('customer')],
      ['agent 7', SPEAKER_KINDS.indexOf('agent')],
    ]);
    for (const [speaker, kind] of kinds.slice(2) as [string, number][]) {
      expect([speaker, SPEAKER_KINDS[kind]]).toEqual([speaker, kindOfSpeaker('system', speaker)]);
    }
    database.close();
  });

  it('of version 23 call a turn a turn in all stored JSON and the arrays of automata, but not in texts', () => {
    const database = new Database(fileOfVersion(22));
    database.exec(`
      INSERT INTO automaton_arrays VALUES (2, 'pathRounds', x'00000000');
      INSERT INTO runs VALUES (7, 'evaluation', '{}', 1, 'print', 'done', '2026-01-02T03:04:05.000Z', NULL,
        '{"train":{"dialogues":3,"rounds":9,"turns":4}}');
      INSERT INTO removed_rows (id, c0, c1, c8) VALUES (2, 9, 'series-2', '{"turns":[{"round":1,"text":"So \\"round\\": it is."}]}');
      INSERT INTO removed_tables VALUES (5, 1, 'vote_pairs', '[]', 1, 2, 2, 9);`);
    migrate(database, 23);
    const stored = JSON.stringify(contentOf(database));
    expect(stored.match(/"[a-z]*rounds?[a-z]*\\":/gi)).toBeNull();
    const read = (select: string): unknown => database.prepare(select).pluck().get();
    expect(read(`SELECT a ->> '$.turns[0].turn' FROM vote_pairs`)).toBe(1);
    expect(read(`SELECT c8 FROM removed_rows WHERE id = 2`)).toBe(
      '{"turns":[{"turn":1,"text":"So \\"round\\": it is."}]}',
    );
    expect(read(`SELECT result FROM runs WHERE id = 7`)).toBe(
      '{"train":{"dialogues":3,"allTurns":9,"turns":4}}',
    );
    expect(read(`SELECT payload ->> '$[0].after.turns[0]' FROM edits WHERE kind = 'name-state'`)).toBe(1);
    expect(read(`SELECT name FROM automaton_arrays WHERE name LIKE 'path%'`)).toBe('pathTurns');
    database.close();
  });

  it('leave a file of the newest version unchanged, without a backup', async () => {
    const path = fileOfVersion(SCHEMA_VERSION);
    const opened = await openDatabase(path);
    expect(opened).toMatchObject({ migratedFrom: null, backup: null });
    opened.database.close();
    expect(readdirSync(dirname(path))).toEqual(['old.dialogram']);
  });

  it.each<[string, Migration]>([
    [
      'fails',
      { version: 101, name: 'broken', up: 'INSERT INTO tags VALUES (9, "x", "x", NULL); SELECT nonsense;' },
    ],
    ['leaves a reference to nothing', { version: 101, name: 'dangling', up: 'DELETE FROM dialogues' }],
  ])('that %s leave the previous version with all its rows', (_, step) => {
    const database = new Database(fileOfVersion(SCHEMA_VERSION));
    const before = contentOf(database);
    const good: Migration = { version: 100, name: 'good', up: 'CREATE TABLE added (id INTEGER)' };
    expect(() => migrate(database, 101, [...MIGRATIONS, good, step])).toThrow();
    expect(schemaVersionOf(database)).toBe(SCHEMA_VERSION);
    expect(contentOf(database)).toEqual(before);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    database.close();
  });
});

describe('files that are rejected', () => {
  const refusal = async (path: string): Promise<unknown> => {
    const folder = dirname(path);
    const before = readdirSync(folder).map((name) => [name, digest(join(folder, name))]);
    const { client } = openPage(startTestBackend());
    const error = await client.projects.open({ path }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(readdirSync(folder).map((name) => [name, digest(join(folder, name))])).toEqual(before);
    return error;
  };

  it('a newer version: unchanged, with nothing beside it', async () => {
    const path = fileOfVersion(SCHEMA_VERSION);
    const database = new Database(path);
    database.pragma(`user_version = ${SCHEMA_VERSION + 7}`);
    database.close();
    expect(await refusal(path)).toMatchObject({
      code: 'PROJECT_NEWER',
      data: { place: path, value: String(SCHEMA_VERSION + 7), nextStep: 'Update Dialogram to open it.' },
    });
  });

  it('a newer version that a crash left in the log beside the file', async () => {
    const path = fileOfVersion(SCHEMA_VERSION);
    const database = new Database(path);
    database.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    database.exec(`INSERT INTO meta VALUES ('of', 'the future')`);
    const copy = join(temporaryFolder(), 'crashed.dialogram');
    for (const suffix of ['', '-wal']) cpSync(path + suffix, copy + suffix);
    database.close();
    const { client } = openPage(startTestBackend());
    await expect(client.projects.open({ path: copy })).rejects.toMatchObject({ code: 'PROJECT_NEWER' });
    const kept = new Database(copy, { readonly: true });
    expect(schemaVersionOf(kept)).toBe(SCHEMA_VERSION + 1);
    expect(kept.prepare(`SELECT value FROM meta WHERE key = 'of'`).pluck().get()).toBe('the future');
    kept.close();
  });

  it.each<[string, (path: string) => void]>([
    [
      'a foreign SQLite file',
      (path) => {
        const database = new Database(path);
        database.exec('CREATE TABLE notes (text)');
        database.close();
      },
    ],
    ['a text file', (path) => writeFileSync(path, 'conversation_id,speaker,text\n'.repeat(50))],
    ['an empty file', (path) => writeFileSync(path, '')],
    ['a file that only begins like one', (path) => writeFileSync(path, 'SQLite format 3\0')],
  ])('%s', async (_, make) => {
    const path = join(temporaryFolder(), 'foreign.dialogram');
    make(path);
    expect(await refusal(path)).toMatchObject({
      code: 'NOT_A_PROJECT',
      data: { place: path, nextStep: expect.stringContaining('.dialogram') },
    });
  });

  it('a damaged project, with a message that says what to do', async () => {
    const project = await makeProject(supportCalls(30));
    await project.backend.stop();
    const bytes = readFileSync(project.path);
    // The header stays; the pages after it are noise.
    bytes.fill(0x5a, 4096);
    writeFileSync(project.path, bytes);
    const { client } = openPage(startTestBackend());
    await expect(client.projects.open({ path: project.path })).rejects.toMatchObject({
      code: 'PROJECT_DAMAGED',
      data: { place: project.path, nextStep: expect.stringContaining('backup') },
    });
  });
});
