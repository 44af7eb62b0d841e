import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { type AskedVerdict, prefersTruth, readQuestion } from '../fixtures/judge-model.ts';
import { startModelServer } from '../fixtures/model-server.ts';

const KEY = 'sk-test-of-a-judge-0123456789';

describe('judging on the command line', () => {
  it('estimates, judges, pauses at a budget, continues, and prints the result', async () => {
    vi.stubEnv('DIALOGRAM_HOME', temporaryFolder('home'));
    vi.stubEnv('MODEL_KEY', KEY);
    afterwards(() => vi.unstubAllEnvs());
    const server = await startModelServer({
      key: KEY,
      answer: (body) => prefersTruth(readQuestion(body) as AskedVerdict),
    });
    const folder = temporaryFolder();
    const project = join(folder, 'calls.dialogram');
    await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(160)), '--project', project);
    await cli('tag', '--project', project, '--tagger', 'offline');
    const answers = await cli('batch', project, '--methods', 'bm25-last,random,dense', '--sample', '12');
    const batch = String(answers.output.run);
    await cli('models', '--add', 'Mine', '--url', server.origin, '--model', 'small-model');
    await cli('models', '--agree', 'mine', '--host', server.origin);
    const asked = [project, '--batch', batch, '--provider', 'mine', '--model', 'small-model'];
    const against = ['--against', 'random/consensus', '--key-from', 'MODEL_KEY'];

    // Without a column that has no examples, a baseline must be named.
    expect((await cli('judge', ...asked)).output.error).toMatchObject({ code: 'INVALID' });
    expect((await cli('judge', ...asked, '--every', '--against', 'x')).status).toBe(1);
    expect((await cli('judge', ...asked, ...against, '--estimate')).output).toMatchObject({ items: 12 });
    expect(server.chats()).toEqual([]);

    const paused = await cli('judge', ...asked, ...against, '--budget-tokens', '6000');
    expect(paused).toMatchObject({ status: 0, output: { state: 'paused', reason: { code: 'budget' } } });
    const run = String(paused.output.run);
    expect(paused.output.next).toBe(`judge PROJECT --go-on ${run}`);
    const more = ['--budget-tokens', '10000000', '--key-from', 'MODEL_KEY'];
    const done = await cli('judge', project, '--go-on', run, ...more);
    expect(done.output).toMatchObject({ state: 'done', reason: null, counts: { open: 0, flagged: 0 } });
    const texts = server.chats().map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);

    expect((await cli('judge', 'list', project)).output.runs).toHaveLength(1);
    expect((await cli('judge', 'list', project, '--batch', '9999')).output.runs).toEqual([]);
    const { summary } = done.output;
    expect((await cli('judge', 'figures', project, '--run', run)).output).toEqual(summary);
    expect(summary.all.longerWon.share).toBeGreaterThan(0);
    const won = await cli('judge', 'pairs', project, '--run', run, '--filter', 'won', '--limit', '2');
    expect(won.output.total).toBe(summary.pairs[0].wins + summary.pairs[1].wins);
    expect((await cli('judge', 'table', project)).output).toMatchObject({ groups: [] });
    const out = join(folder, 'judged.csv');
    expect(
      (await cli('judge', 'export', project, '--run', run, '--to', 'csv', '--out', out)).output.bytes,
    ).toBe(readFileSync(out).length);
    expect((await cli('judge', 'figures', project, '--run', batch)).output.error.code).toBe('NOT_FOUND');
  });
});
