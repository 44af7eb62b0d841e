import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, resultOf } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeBatch(suite: Suite): void {
  const columns = [
    { method: 'bm25-last', answerer: { kind: 'consensus' } },
    { method: 'random', answerer: { kind: 'first' } },
  ] as const;
  const key = 'bm25-last/consensus';

  it('answers a sample, row by row and in total', async () => {
    const { client } = suite;
    const settings = { columns: [...columns], sample: 6 };
    const estimate = await client.batch.estimate(settings);
    expect(estimate).toMatchObject({ items: 6, rows: 12, models: [], costUsd: { most: 0, likely: 0 } });
    const { job, run } = await client.batch.start(settings);
    expect(await resultOf(client, job)).toEqual({ run });
    const [found] = await client.batch.runs();
    expect(found).toMatchObject({ run, state: 'done', items: 6, rows: 12, failed: 0, warnings: [] });
    const { total, items } = await client.batch.rows({ run, limit: 3, offset: 2 });
    expect([total, items.length]).toEqual([6, 3]);
    const row = await client.batch.row({ run, item: items[0].item, column: key });
    expect(row).toMatchObject({ key, prompt: null, costUsd: 0, dialogue: items[0].dialogue });
    const summary = await client.batch.summary({ run });
    expect(summary.columns.map((column) => [column.key, column.rows])).toEqual([
      [key, 6],
      ['random/first', 6],
    ]);
    const { externalId } = items[0];
    const only = { run, where: `id = "${externalId}"` };
    const own = await client.batch.rows(only);
    expect(own.items.length).toBeGreaterThan(0);
    expect(own.items.every((item) => item.externalId === externalId)).toBe(true);
    const others = await client.batch.rows({ run, where: `not id = "${externalId}"` });
    expect(own.total + others.total).toBe(6);
    expect((await client.batch.summary(only)).columns[0]?.rows).toBe(own.total);
    expect((await client.batch.summary(only)).dialogues).toBe(1);
    expect(await errorOf(client.batch.rows({ run, where: 'color = red' }))).toMatchObject({
      code: 'INVALID',
    });
    expect(await errorOf(client.batch.goOn({ run }))).toMatchObject({ code: 'INVALID' });
    expect(await errorOf(client.batch.row({ run, item: 0, column: 'magic' }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await errorOf(client.batch.summary({ run: 9999 }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('compares two runs and exports them', async () => {
    const { client } = suite;
    const [{ run: left }] = await client.batch.runs();
    const { job, run: right } = await client.batch.start({
      columns: [{ method: 'bm25-last', answerer: { kind: 'first' } }],
      sample: 6,
    });
    expect((await ended(client, job)).state).toBe('done');
    const compared = await client.batch.compare({ left, right });
    expect(compared).toMatchObject({ shared: 6, pairs: [{ left: { key } }] });
    const rows = await client.batch.differing({
      left,
      right,
      leftColumn: key,
      rightColumn: compared.pairs[0].right.key,
    });
    expect(rows.total).toBe(compared.pairs[0].differing);
    expect(rows.items.every((row) => row.left.answer !== row.right.answer)).toBe(true);
    for (const to of ['csv', 'jsonl', 'html'] as const) {
      const { path, bytes } = await client.batch.export({
        run: left,
        to,
        out: join(suite.workspace, `batch.${to}`),
      });
      expect(readFileSync(path).length).toBe(bytes);
    }
  });

  it('exports and imports prompts of paused runs only', async () => {
    const { client } = suite;
    const [{ run }] = await client.batch.runs();
    const out = join(suite.workspace, 'prompts.jsonl');
    expect((await errorOf(client.promptFiles.export({ run, to: 'jsonl', out }))).code).toBe('INVALID');
    const path = join(suite.workspace, 'batch.csv');
    expect((await errorOf(client.promptFiles.import({ run, path }))).code).toBe('BAD_FILE');
  });
}
