import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';
import { errorOf, type Suite } from './contract-suite.ts';

const GOOD = 'flow main\n  bot say "Ahoy."\n';
const BAD = 'flow main\n  $x = (1 + 2)\n';

export function describeFreeColang(suite: Suite): void {
  it('writes and reviews Colang with a model, counts valid programs, and saves one with its flow', async () => {
    const { client, workspace } = suite;
    const file = join(workspace, 'ferry.json');
    writeFileSync(file, JSON.stringify({ ...BOAT, name: 'ferry' }));
    await client.flows.import({ paths: [file] });
    const server = await startModelServer({
      answer: ({ messages }) => (messages.at(-1)?.content.includes('cannot read') ? GOOD : BAD),
    });
    const provider = await connectServer(client, server, { price: { inputUsd: 1, outputUsd: 2 } });
    const settings = { flows: ['ferry'], writer: { provider, model: 'small-model' }, refine: false };
    const estimate = await client.freeColang.estimate({ ...settings, trials: 2 });
    expect(estimate).toMatchObject({ programs: 2, requests: { least: 2, most: 6 } });
    expect(estimate.costUsd?.most).toBeGreaterThan(estimate.costUsd?.likely ?? 0);
    expect(server.chats()).toEqual([]);

    const poor = await client.freeColang.start({ ...settings, budgetTokens: 100 });
    expect(await ended(client, poor.job)).toMatchObject({ state: 'paused' });
    const { job } = await client.freeColang.goOn({ run: poor.run, limits: { budgetTokens: 1_000_000 } });
    await ended(client, job);
    const [run] = await client.freeColang.runs();
    expect(run).toMatchObject({ run: poor.run, state: 'done', account: { requests: 2, cached: 0 } });
    expect(run?.account.costUsd).toBeGreaterThan(0);
    expect(await client.freeColang.report({ run: poor.run })).toMatchObject({
      counts: { programs: 1, first: 0, afterOne: 1, afterTwo: 0, failed: 0 },
      programs: [
        { flow: 'ferry', trial: 1, code: GOOD, valid: true, answers: 2, problem: null, refined: [] },
      ],
    });
    const { edit } = await client.freeColang.apply({ run: poor.run, flow: 'ferry' });
    expect(edit).toMatchObject({ description: 'Write Colang for the flow ferry' });
    const code = { text: GOOD, by: 'small-model', changed: false };
    expect((await client.flows.get({ flow: 'ferry' })).code).toEqual(code);
    await client.flows.saveCode({ flow: 'ferry', text: `${GOOD}\n` });
    expect((await client.flows.get({ flow: 'ferry' })).code).toMatchObject({
      by: 'small-model',
      changed: true,
    });
    const missing = client.freeColang.apply({ run: poor.run, flow: 'train' });
    expect(await errorOf(missing)).toMatchObject({ code: 'NOT_FOUND', data: { value: 'train' } });
    await client.providers.remove({ id: provider });
    await client.flows.remove({ flow: 'ferry' });
  });

  it('keeps versions of the prompts that write Colang', async () => {
    const { client } = suite;
    const name = 'colang-refine-resets';
    const before = (await client.freeColang.prompts()).find((prompt) => prompt.name === name);
    const saved = await client.freeColang.savePrompt({ name, text: 'Mind the slots.' });
    expect(saved).toMatchObject({ version: (before?.version ?? 0) + 1, shipped: false });
    expect(await client.freeColang.resetPrompt({ name })).toMatchObject({
      shipped: true,
      text: before?.text,
    });
  });
}
