import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { connectServer } from '../fixtures/tagging-model.ts';
import { errorOf, type Suite } from './contract-suite.ts';

/** Slots without annotated turns to check instructions against. Annotated turns have their own test. */
export function describeSlotInstructions(suite: Suite): void {
  it("improves no instruction and sends nothing if no turn has the slot's value", async () => {
    const { client, workspace } = suite;
    const file = join(workspace, 'barge.json');
    writeFileSync(file, JSON.stringify({ ...BOAT, name: 'barge' }));
    await client.flows.import({ paths: [file] });
    const server = await startModelServer();
    const provider = await connectServer(client, server);
    const writer = { kind: 'model' as const, provider, model: 'small-model' };
    const settings = { flow: 'barge', slot: 'harbour', writer };
    for (const asked of [client.slotInstructions.estimate(settings), client.slotInstructions.start(settings)])
      expect(await errorOf(asked)).toMatchObject({ code: 'INVALID', data: { value: 'harbour' } });
    for (const asked of [
      client.slotInstructions.estimate({ ...settings, slot: 'mast' }),
      client.slotInstructions.goOn({ run: 9999 }),
      client.slotInstructions.apply({ run: 9999 }),
    ])
      expect(await errorOf(asked)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.slotInstructions.runs()).toEqual([]);
    expect(server.chats()).toEqual([]);
    await client.providers.remove({ id: provider });
    await client.flows.remove({ flow: 'barge' });
  });

  it('keeps versions of the prompt that rewrites instructions', async () => {
    const { client } = suite;
    const first = await client.slotInstructions.prompt();
    const saved = await client.slotInstructions.savePrompt({ text: 'Word it anew.' });
    expect(saved).toMatchObject({ version: first.version + 1, shipped: false });
    expect(await client.slotInstructions.resetPrompt()).toMatchObject({ shipped: true, text: first.text });
  });
}
