import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TableQuery } from '#shared/contract/corpus.ts';
import { collect, scratchFile, scratchFolder } from '../../../../tests/fixtures/formats/collect.ts';
import { whyEngineIsMissing } from '../../store/engine/duckdb.ts';
import { detectFormat } from '../detect.ts';
import { previewFile } from '../preview.ts';
import { queriedTable } from './queried-table.ts';

const ROWS = Array.from({ length: 400 }, (_, at) => {
  const id = Math.floor(at / 4);
  return `0${id},${at % 2 ? 'agent' : 'user'},"text ${at}, of ${id}",${id % 10 === 0 ? 'rare' : 'common'}`;
});
const TABLE = `conversation_id,speaker,text,kind\n${ROWS.join('\n')}\n`;
const ask = (query: Partial<TableQuery>): TableQuery => ({ sql: null, limit: null, sample: null, ...query });
const none = whyEngineIsMissing();

async function parquetFile(): Promise<string> {
  const path = join(scratchFolder(), 'a.parquet');
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (SELECT i // 2 AS conversation_id, ['user', 'agent'][1 + i % 2] AS speaker, 'text ' || i AS text,
    TIMESTAMP '2024-01-02 03:04:05' AS created_at FROM range(10) t(i)) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  return path;
}
interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
    ): Promise<{ connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }> }>;
  };
}

describe.skipIf(none !== null)(`a table through the engine${none === null ? '' : ` (${none})`}`, () => {
  it('gives the rows that a query chooses, ids and all as text, and imports them', async () => {
    const path = await scratchFile('a.csv', TABLE);
    const query = ask({ sql: "SELECT * FROM data WHERE kind = 'rare';" });
    expect(await detectFormat(path, { query })).toMatchObject({ format: 'query-table' });
    const preview = await previewFile(path, { query });
    expect(preview).toMatchObject({
      format: 'query-table',
      map: { conversation: 'conversation_id' },
      candidates: [],
      rejects: [],
    });
    const { dialogues, end } = await collect(path, 'query-table', { query });
    expect(dialogues.map(({ externalId }) => externalId)).toEqual([
      '00',
      '010',
      '020',
      '030',
      '040',
      '050',
      '060',
      '070',
      '080',
      '090',
    ]);
    expect(dialogues[1].utterances[1]).toMatchObject({
      role: 'system',
      text: 'text 41, of 10',
      extra: { kind: 'rare' },
    });
    expect(end.records).toBe(40);
  });

  it('draws whole dialogues, the same for the same seed, a share of each value of a field', async () => {
    const path = await scratchFile('a.csv', TABLE);
    const draw = async (seed: number, by: string | null) =>
      (await collect(path, 'query-table', { query: ask({ sample: { dialogues: 20, seed, by } }) })).dialogues;
    const first = await draw(1, 'kind');
    expect(first).toHaveLength(20);
    expect(first.every(({ utterances }) => utterances.length === 4)).toBe(true);
    expect(first.filter(({ utterances }) => utterances[0].extra?.kind === 'rare')).toHaveLength(2);
    const ids = (dialogues: typeof first): string[] => dialogues.map(({ externalId }) => externalId);
    expect(ids(await draw(1, 'kind'))).toEqual(ids(first));
    expect(ids(await draw(2, 'kind'))).not.toEqual(ids(first));
  });

  it.each([
    ['SELECT 1; SELECT 2', 'one statement'],
    ["COPY data TO '/tmp/out.csv'", 'disabled'],
    ['CREATE TABLE x AS SELECT 1', 'only a select'],
    ["SELECT * FROM read_csv('/etc/passwd')", 'disabled'],
    ["SELECT * FROM read_csv('https://example.org/a.csv')", 'disabled'],
    ["SET memory_limit = '9GB'", 'only a select'],
    ['SELECT nothing FROM data', 'nothing'],
  ])('refuses %s', async (sql, why) => {
    const path = await scratchFile('a.csv', TABLE);
    await expect(collect(path, 'query-table', { query: ask({ sql }) })).rejects.toMatchObject({
      name: 'FormatError',
      message: expect.stringContaining(why),
      nextStep: expect.stringContaining('select'),
    });
  });

  it('reads Parquet as it is, its values as they are written', async () => {
    const path = await parquetFile();
    expect(await detectFormat(path)).toMatchObject({ format: 'query-table', confidence: 1 });
    expect(await previewFile(path)).toMatchObject({
      format: 'query-table',
      columns: expect.arrayContaining(['text']),
    });
    const { dialogues } = await collect(path, 'query-table');
    expect(dialogues).toHaveLength(5);
    expect(dialogues[4].utterances[1]).toMatchObject({
      role: 'system',
      text: 'text 9',
      time: '2024-01-02T03:04:05.000Z',
    });
    const { end } = await collect(path, 'query-table', { query: ask({ limit: 3 }) });
    expect(end.records).toBe(3);
  });

  it('says that a Parquet file is damaged, and nothing about a query', async () => {
    const path = await scratchFile('a.parquet', `PAR1${'x'.repeat(100)}PAR1`);
    const failure = await collect(path, 'query-table').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^"[^"]+" cannot be read: \D/),
      nextStep: 'The file may be damaged. Download or export it again.',
    });
    expect(String(failure)).not.toContain('VIEW');
  });

  it('says how far it is', async () => {
    const path = await scratchFile('a.csv', TABLE);
    const said: { done: number; total: number | null; unit: string }[] = [];
    await collect(path, 'query-table', {
      query: ask({ sql: 'SELECT a.* FROM data a, range(2000) ORDER BY md5(a.text || range) LIMIT 40' }),
      onChosen: (chosen) => said.push(chosen),
    });
    expect(said.at(-1)).toEqual({ done: 100, total: 100, unit: '%' });
    expect(said.map(({ done }) => done)).toEqual(said.map(({ done }) => done).sort((a, b) => a - b));
  });

  it('stops a query that is canceled, and leaves nothing behind', async () => {
    const path = await scratchFile('cancelled.csv', TABLE);
    const cancel = new AbortController();
    const endless = ask({ sql: 'SELECT count(*) FROM range(1000000000000) a, range(1000000) b' });
    const waiting = queriedTable(path, { query: endless, map: null, signal: cancel.signal });
    setTimeout(() => cancel.abort(), 300);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('dialogram-query-'));
    const files = await Promise.all(left.map((name) => readdir(join(tmpdir(), name)).catch(() => [])));
    expect(files.flat()).not.toContain('cancelled.csv.csv');
  });
});
