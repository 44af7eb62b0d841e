import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, scratchFolder } from '../../../../tests/fixtures/formats/collect.ts';
import { whyEngineIsMissing } from '../../store/engine/duckdb.ts';
import { detectFormat } from '../detect.ts';
import { previewFile } from '../preview.ts';

interface Writer {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

async function parquet(select: string): Promise<string> {
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as Writer;
  const path = join(scratchFolder(), 'corpus.parquet');
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  database.closeSync();
  return path;
}

describe.skipIf(whyEngineIsMissing() !== null)('a Parquet file', () => {
  it('with a list of turns in each row is read by the format of its records', async () => {
    const path = await parquet(
      "SELECT 't' || i AS id, [{'role': 'user', 'content': 'Hi ' || i}, {'role': 'assistant', 'content': 'Hello'}] AS messages FROM range(300) t(i)",
    );
    expect(await detectFormat(path)).toMatchObject({ format: 'chat-jsonl' });
    const shown = await previewFile(path);
    expect(shown).toMatchObject({ format: 'chat-jsonl', encoding: null, delimiter: null });
    expect(shown.dialogues[0]?.utterances.map(({ text }) => text)).toEqual(['Hi 0', 'Hello']);
    const { dialogues, rejects } = await collect(path, 'chat-jsonl');
    expect(rejects).toEqual([]);
    expect(dialogues).toHaveLength(300);
  });

  it('with a turn in each row is a table, also where a column is a list', async () => {
    const path = await parquet(
      "SELECT 't' || (i // 2) AS ticket, TIMESTAMP '2024-03-01 08:00:00' + INTERVAL (i) MINUTE AS created_at, CASE WHEN i % 2 = 0 THEN 'customer' ELSE 'agent' END AS author, 'Hi ' || i AS body, [i, 2] AS tags FROM range(200) t(i)",
    );
    expect(await detectFormat(path)).toMatchObject({ format: 'query-table' });
    const { dialogues, rejects } = await collect(path, 'query-table');
    expect(rejects).toEqual([]);
    expect(dialogues).toHaveLength(100);
    expect(dialogues[0]?.utterances[1]).toMatchObject({ text: 'Hi 1', time: '2024-03-01T08:01:00.000Z' });
  });

  it('that holds no dialogues is named as the person knows it', async () => {
    const path = await parquet('SELECT i AS a, i AS b FROM range(3) t(i)');
    await expect(collect(path, 'query-table')).rejects.toMatchObject({
      path,
      message: expect.stringContaining(`"${path}" has no column for: conversation`),
    });
  });
});
