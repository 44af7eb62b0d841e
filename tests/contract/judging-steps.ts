import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, resultOf } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeJudging(suite: Suite): void {
  const columns = [
    { method: 'bm25-last', answerer: { kind: 'consensus' } },
    { method: 'random', answerer: { kind: 'first' } },
  ] as const;
  const compare = { kind: 'baseline', baseline: 'random/first' } as const;

  it('judges a batch run in both orders, pair by pair and in total', async () => {
    const { client, workspace } = suite;
    const server = await startModelServer({
      answer: () => '{"reason":"It is shown first.","verdict":"first"}',
    });
    const provider = await connectServer(client, server);
    const begun = await client.batch.start({ columns: [...columns], sample: 8 });
    expect(await ended(client, begun.job)).toMatchObject({ state: 'done' });
    const settings = { batch: begun.run, judge: { provider, model: 'small-model' }, compare, check: 0 };
    const estimate = await client.judging.estimate(settings);
    const { open, same } = estimate.counts;
    expect(open + same).toBe(8);
    expect(open).toBeGreaterThan(0);
    expect(estimate).toMatchObject({ requests: 2 * open, kept: 0, costUsd: { most: 0, likely: 0 } });
    const { messages, item } = await client.judging.question({ settings });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(server.chats()).toEqual([]);

    const { job, run } = await client.judging.start(settings);
    expect(await resultOf(client, job)).toEqual({ run });
    expect(server.chats()).toHaveLength(2 * open);
    const [found] = await client.judging.runs({ batch: begun.run });
    expect(found).toMatchObject({
      run,
      state: 'done',
      items: 8,
      counts: { judged: open, same },
      inconsistent: open,
      account: { requests: 2 * open },
    });
    const { total, items } = await client.judging.pairs({ run, filter: 'inconsistent', limit: 2 });
    expect([total, items.length]).toEqual([open, Math.min(2, open)]);
    expect(items[0]).toMatchObject({ item, outcome: 'tie', consistent: false });
    expect(items[0].judgements.map(({ says, reason }) => [says, reason])).toEqual([
      ['baseline', 'It is shown first.'],
      ['column', 'It is shown first.'],
    ]);
    const { pairs, all } = await client.judging.summary({ run });
    expect(pairs).toMatchObject([{ wins: 0, ties: open, losses: 0, rate: { estimate: 0.5 }, counted: 8 }]);
    expect(all.forShownFirst).toMatchObject({ share: 1, trials: 2 * open });
    // Its baseline is not the column without examples.
    expect((await client.judging.table()).groups).toEqual([]);
    for (const to of ['csv', 'jsonl'] as const) {
      const { path, bytes } = await client.judging.export({ run, to, out: join(workspace, `judged.${to}`) });
      expect(readFileSync(path).length).toBe(bytes);
    }

    expect(await errorOf(client.judging.goOn({ run }))).toMatchObject({ code: 'INVALID' });
    expect(await errorOf(client.judging.summary({ run: 9999 }))).toMatchObject({ code: 'NOT_FOUND' });
    const without = { ...settings, compare: { kind: 'baseline', baseline: null } as const };
    expect(await errorOf(client.judging.start(without))).toMatchObject({ code: 'INVALID' });
    await client.providers.remove({ id: provider });
  });

  it('keeps versions of the judge’s prompt', async () => {
    const { client } = suite;
    const first = await client.judging.prompt();
    const saved = await client.judging.savePrompt({ text: 'Say which is better.' });
    expect(saved).toMatchObject({ version: first.version + 1, shipped: false, text: 'Say which is better.' });
    expect(await client.judging.resetPrompt()).toMatchObject({ shipped: true, text: first.text });
  });
}
