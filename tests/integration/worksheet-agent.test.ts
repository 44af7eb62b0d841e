import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

const TICKETS = fileURLToPath(new URL('../../resources/worksheets/tickets', import.meta.url));
const AGENT = { kind: 'worksheets', title: 'Tickets', worksheet: 'tickets' };

async function answerOf(client: Awaited<ReturnType<typeof makeProject>>['client'], text: string) {
  await client.simulator.say({ role: 'user', text });
  for await (const event of await client.simulator.answer({ agent: AGENT }))
    if (event.kind === 'done') return event.answer;
  throw new Error('There was no answer.');
}

it('answers in the simulator with worksheets, with the state and the acts of every turn', async () => {
  const { client } = await makeProject(supportCalls(20));
  await tagWith(client, 'annotations');
  const missing = await client.simulator
    .say({ role: 'user', text: 'Hello' })
    .then(() => answerOf(client, 'There is a hold on my enrolment'))
    .catch((error: unknown) => error);
  expect(JSON.stringify(missing)).toContain('tickets');
  const files = readdirSync(TICKETS).filter((file) => !file.endsWith('.jsonl'));
  await client.worksheets.import({ paths: files.map((file) => join(TICKETS, file)), name: 'tickets' });
  await client.simulator.restart({});
  const first = await answerOf(client, 'There is a hold on my enrolment');
  expect(first).toMatchObject({ problem: null, turns: [{ text: 'When was the hold placed?' }] });
  await client.simulator.setAnswer({ text: 'When was the hold placed?' });
  const next = await answerOf(client, '2026-02-11');
  expect(next).toMatchObject({ turns: [{ text: 'Is there anything else that we should know?' }] });
});
