import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TalkResult } from '#shared/contract/agents.ts';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { BOAT } from '../fixtures/boat-flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { type EndpointServer, sendJson, startEndpoint } from '../fixtures/endpoint-server.ts';
import { makeProject, reopened, type TestProject, tagWith } from '../fixtures/project.ts';

const AGENT = { kind: 'flow', title: 'Flow boat_book', flow: 'boat_book' };
const ASKED: TalkResult[] = [{ text: 'A boat with 4 seats from the Old Harbour' }];

async function ready(answer: Parameters<typeof startEndpoint>[0]) {
  const server = await startEndpoint(answer);
  const call = neutral(
    'boats',
    'u: A boat with 4 seats from the Old Harbour #ask-boat',
    's: The Gull is free. #offer',
  );
  const project = await makeProject([...supportCalls(40), call], { endpointMs: 5_000 });
  const { client } = project;
  const file = join(temporaryFolder(), 'boat_book.json');
  const sorry = { id: 'out_of_scope', message: 'That did not work.', examples: [] };
  writeFileSync(file, JSON.stringify({ ...BOAT, fallbackActions: [...BOAT.fallbackActions, sorry] }));
  await client.flows.import({ paths: [file] });
  const { id } = await client.modules.save({
    id: null,
    draft: {
      kind: 'endpoint',
      name: 'Boat book',
      address: `${server.origin}/boats`,
      method: 'post',
      arguments: [
        { name: 'shop', of: 'fixed', text: 'north' },
        { name: 'turn', of: 'turn', text: '' },
      ],
      field: '',
      keyHeader: null,
    },
  });
  return { server, project, id };
}

const allow = async ({ client }: TestProject, server: EndpointServer, id: string) => {
  await client.modules.consent({ id, host: server.origin });
  await client.modules.use({ when: 'never', modules: [], actions: [id] });
};

const talk = async ({ client }: TestProject, turns: readonly TalkResult[]) =>
  (await client.agents.talk({ agent: AGENT, turns: [...turns] })).turns.at(-1)!;

it('calls an endpoint with its name once a person allows it, and never repeats a call of a dialogue', async () => {
  const { server, project, id } = await ready((_, response) =>
    sendJson(response, [{ boat_name: 'Gull', number: 7 }]),
  );
  expect((await talk(project, ASKED)).why.notes).toEqual([
    expect.stringMatching(
      /^boat_book counts as successful, because no table and no endpoint for flows has this name/,
    ),
  ]);
  await project.client.modules.use({ when: 'always', modules: [id] });
  await talk(project, ASKED);
  expect(server.requests).toEqual([]);

  await allow(project, server, id);
  const offer = await talk(project, ASKED);
  expect(offer.text).toBe('The Gull has 4 seats. Shall I book it?');
  expect(offer.why.notes).toEqual([`${new URL(server.origin).host} answered boat_book.`]);
  expect(JSON.parse(server.requests[0]!.body)).toEqual({
    shop: 'north',
    harbour: 'Old Harbour',
    seats: '4',
    query: 'check',
  });
  const booked: TalkResult[] = [...ASKED, { text: 'Yes, please' }];
  expect((await talk(project, booked)).text).toBe('Booked as 7.');
  expect(server.requests.map(({ body }) => JSON.parse(body).query)).toEqual(['check', 'book']);
  const later = await reopened(project);
  const again = await talk(later, booked);
  expect(again).toMatchObject({ text: 'Booked as 7.' });
  expect(again.why.notes[0]).toMatch(/nothing was sent/);
  expect(server.requests).toHaveLength(2);
  await talk(later, [...booked, { change: { name: 'action_5', value: null } }]);
  expect(server.requests).toHaveLength(3);
});

it('falls back if an action never answers or fails, and does not repeat that call either', async () => {
  const { server, project, id } = await ready(({ body }, response) => {
    if (JSON.parse(body).query !== 'book') sendJson(response, { boat_name: 'Gull' });
    else if (JSON.parse(body).seats === '2') response.writeHead(500).end();
  });
  await allow(project, server, id);
  for (const [seats, says] of [
    ['4', /within 5 s/],
    ['2', /answered 500/],
  ] as const) {
    const turns = [{ text: `A boat with ${seats} seats from the Old Harbour` }, { text: 'Yes, please' }];
    const turn = await talk(project, turns);
    expect(turn.text).toBe('That did not work.');
    expect(turn.why.notes[0]).toMatch(/^boat_book gave no answer, so the flow uses a fallback action/);
    expect(turn.why.notes[0]).toMatch(says);
    const sent = server.requests.length;
    expect((await talk(project, turns)).text).toBe(turn.text);
    expect(server.requests).toHaveLength(sent);
  }
});

it('sends nothing for past dialogues, as if every action succeeded', async () => {
  const { server, project, id } = await ready((_, response) => sendJson(response, { boat_name: 'Gull' }));
  await allow(project, server, id);
  const { client } = project;
  await tagWith(client, 'annotations');
  const { dialogue } = await client.corpus.find({ externalId: 'boats' });
  let answer: ColumnAnswer | null = null;
  for await (const event of await client.generation.answer({ dialogue, turn: 1, column: AGENT }))
    if (event.kind === 'done') answer = event.answer;
  expect(answer?.grounds?.notes).toEqual([
    expect.stringMatching(/was not called, because endpoints are called only when you talk to the agent/),
  ]);
  expect(server.requests).toEqual([]);
});
