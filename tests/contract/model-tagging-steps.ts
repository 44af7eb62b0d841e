import { expect, it } from 'vitest';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, importFiles } from '../fixtures/project.ts';
import { connectServer, tagsByLongestWord } from '../fixtures/tagging-model.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeModelTagging(suite: Suite): void {
  it('tags with a model: preview, estimate, pilot, rest and report', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'modelled' });
    await importFiles(client, [writeNeutral(suite.workspace, 'modelled.jsonl', supportCalls(9))]);
    const server = await startModelServer({ answer: tagsByLongestWord });
    const provider = await connectServer(client, server);
    const settings = { provider, model: 'small-model', pilot: 3 };

    const [prompt] = await client.modelTagging.prompts();
    const saved = await client.modelTagging.savePrompt({
      name: 'tagging',
      text: `${prompt.text}\nBe brief.`,
    });
    expect(saved).toMatchObject({ version: 2, shipped: false });
    const preview = await client.modelTagging.preview({ settings });
    expect(preview).toMatchObject({ prompt: { name: 'tagging', version: 2 }, requests: 1 });
    expect(preview.messages[0].content).toContain('Be brief.');
    expect(await client.modelTagging.resetPrompt({ name: 'tagging' })).toMatchObject({ shipped: true });
    expect(await client.modelTagging.estimate({ settings })).toMatchObject({
      dialogues: 9,
      requests: 9,
      cached: 0,
      costUsd: { most: 0, likely: 0 },
    });
    expect(server.requests).toEqual([]);

    const { job, run } = await client.modelTagging.start({ settings });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'pilot' } });
    const pilot = await client.modelTagging.results({ run, which: 'pilot' });
    expect(pilot.items.every(({ turns }) => turns.every(({ tags }) => tags.length === 1))).toBe(true);
    expect(await client.modelTagging.goOn({ run })).toEqual({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    expect(await client.modelTagging.report({ run })).toMatchObject({ requests: 9, state: 'done' });
    expect(await errorOf(client.modelTagging.goOn({ run }))).toMatchObject({ code: 'INVALID' });

    const other = await client.modelTagging.start({ settings: { ...settings, model: 'large-model' } });
    await ended(client, other.job);
    await client.modelTagging.finish({ run: other.run });
    expect(await ended(client, other.job)).toMatchObject({ state: 'done' });
    expect((await client.modelTagging.runs()).map((row) => row.run)).toEqual([other.run, run]);
    expect(await errorOf(client.modelTagging.report({ run: 9999 as typeof run }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await client.providers.remove({ id: provider });
    await client.projects.close();
  });
}
