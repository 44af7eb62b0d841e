import { expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { connectServer } from '../fixtures/tagging-model.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeMoveNaming(suite: Suite): void {
  it('names nothing without moves, and sends nothing', async () => {
    const { client } = suite;
    const server = await startModelServer();
    const provider = await connectServer(client, server);
    const settings = { moves: 9999, namer: { provider, model: 'small-model' } };
    for (const asked of [
      client.moveNaming.estimate({ ...settings, what: 'topics' }),
      client.moveNaming.estimate(settings),
      client.moveNaming.preview({ settings }),
      client.moveNaming.start(settings),
      client.moveNaming.goOn({ run: 9999 }),
      client.moveNaming.report({ run: 9999 }),
      client.moveNaming.apply({ run: 9999 }),
    ])
      expect(await errorOf(asked)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.moveNaming.runs()).toEqual([]);
    expect(server.chats()).toEqual([]);
    await client.providers.remove({ id: provider });
  });

  it('keeps versions of the prompts that name moves and topics', async () => {
    const { client } = suite;
    const [first, topics] = await client.moveNaming.prompts();
    const name = first!.name;
    const saved = await client.moveNaming.savePrompt({ name, text: 'Name the groups.' });
    expect((await client.moveNaming.prompts())[1]).toEqual(topics);
    expect(topics!.text).toContain('two to four plain words');
    expect(saved).toMatchObject({ version: first.version + 1, shipped: false, text: 'Name the groups.' });
    expect(await client.moveNaming.resetPrompt({ name })).toMatchObject({ shipped: true, text: first!.text });
  });
}
