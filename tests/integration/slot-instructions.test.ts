import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, makeProject } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

const HARBOURS = ['Old Harbour', 'New Harbour'];
const BETTER = 'The harbour that the trip begins in.';

/** Dialogues that state what is known after every customer turn; the harbour from the second on. */
const dialogues = Array.from({ length: 16 }, (_, at) => ({
  id: `trip-${at}`,
  domain: ['boat_book'],
  turns: [
    { speaker: 'user' as const, text: 'A boat please.', state: {} },
    { speaker: 'system' as const, text: 'From where?' },
    {
      speaker: 'user' as const,
      text: `From the ${HARBOURS[at % 2]}.`,
      state: { 'boat_book.harbour': HARBOURS[at % 2] },
    },
  ],
}));

it('improves the instruction of a slot on annotated turns, within a budget, and changes the flow when a person accepts it', async () => {
  const { client, folder } = await makeProject(dialogues);
  const file = join(folder, 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  await client.flows.import({ paths: [file] });
  const words = ['Anything at all.', BETTER, 'Nothing.', 'Something.'];
  // A model that finds the harbour only with the better instruction.
  const server = await startModelServer({
    answer: ({ messages }) => {
      const content = messages.at(-1)?.content ?? '';
      if (content.includes('Word the instruction anew'))
        return JSON.stringify({ instruction: words.shift() ?? BETTER });
      const harbour = /From the (\w+ Harbour)\.\n<\/dialogue>/.exec(content)?.[1] ?? null;
      return JSON.stringify({ harbour: content.includes(BETTER) ? harbour : 'Old Harbour' });
    },
  });
  const provider = await connectServer(client, server, { price: { inputUsd: 1, outputUsd: 2 } });
  const writer = { kind: 'model' as const, provider, model: 'small-model' };
  const settings = { flow: 'boat_book', slot: 'harbour', writer, training: 10, heldOut: 20 };
  expect(await client.slotInstructions.estimate(settings)).toEqual({
    turns: 32,
    training: 10,
    heldOut: 20,
    requests: 72,
  });
  const poor = await client.slotInstructions.start({ ...settings, budgetTokens: 1500 });
  expect(await ended(client, poor.job)).toMatchObject({ state: 'paused' });
  const { job } = await client.slotInstructions.goOn({ run: poor.run, limits: { budgetTokens: 9_000_000 } });
  expect(await ended(client, job)).toMatchObject({ state: 'done' });
  const [run] = await client.slotInstructions.runs();
  expect(run?.improved).toMatchObject({
    was: 'Where',
    instruction: BETTER,
    after: 1,
    training: 10,
    heldOut: 20,
  });
  expect(run?.improved?.before).toBeLessThan(0.5);
  expect(run?.improved?.tried).toMatchObject([
    { instruction: 'Anything at all.', kept: false },
    { instruction: BETTER, kept: true },
  ]);
  expect(run?.account.costUsd).toBeGreaterThan(0);
  const slotOf = async () => {
    const { flow } = await client.flows.get({ flow: 'boat_book' });
    return flow.nodes.flatMap((node) =>
      node.type === 'request' ? (node.slots.harbour?.description ?? []) : [],
    );
  };
  expect(await slotOf()).toEqual(['Where']);
  await client.slotInstructions.apply({ run: poor.run });
  expect(await slotOf()).toEqual([BETTER]);
  await client.tagging.undo();
  expect(await slotOf()).toEqual(['Where']);
});
