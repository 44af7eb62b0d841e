import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TalkResult } from '#shared/contract/agents.ts';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { BOAT } from '../fixtures/boat-flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

const TICKETS = fileURLToPath(new URL('../../resources/worksheets/tickets', import.meta.url));
const BOATS = { kind: 'flow', title: 'Flow boat_book', flow: 'boat_book' };
const FORMS = { kind: 'worksheets', title: 'Worksheets tickets', worksheet: 'tickets' };

async function ready() {
  const { client } = await makeProject(supportCalls(1));
  const files = readdirSync(TICKETS).filter((file) => !file.endsWith('.jsonl'));
  await client.worksheets.import({ paths: files.map((file) => join(TICKETS, file)), name: 'tickets' });
  const file = join(temporaryFolder(), 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  await client.flows.import({ paths: [file] });
  return client;
}

it('lists flows and worksheets of the project, with the reason if one cannot answer', async () => {
  const client = await ready();
  expect(await client.agents.list()).toEqual([
    { agent: BOATS, problem: null, takesModel: true },
    { agent: FORMS, problem: null, takesModel: true },
  ]);
  const broken = join(temporaryFolder(), 'broken.json');
  writeFileSync(broken, JSON.stringify({ ...BOAT, name: 'broken', nodes: [] }));
  await client.flows.import({ paths: [broken] });
  const [, listed] = await client.agents.list();
  expect(listed).toMatchObject({ agent: { flow: 'broken' }, problem: expect.any(String) });
});

it('talks to a flow, and decides again when a person changes a variable or undoes a turn', async () => {
  const client = await ready();
  const turns: TalkResult[] = [{ text: 'A boat from the Old Harbour' }, { text: 'Four' }];
  const talk = await client.agents.talk({ agent: BOATS, turns });
  expect(talk.turns.map(({ text, why, changed }) => [text, why.at, changed])).toEqual([
    ['How many seats?', 'node 1, request', ['harbour']],
    ['The [boat_name] has Four seats. Shall I book it?', 'node 3, inform and confirm', ['seats', 'action_2']],
  ]);
  const change = { name: 'action_2', value: 'Unavailable' };
  const changed = await client.agents.talk({ agent: BOATS, turns: [...turns, { change }] });
  expect(changed.turns[2]).toMatchObject({ text: 'Nothing is free.', changed: ['action_2'] });
  expect(changed.variables.find(({ name }) => name === 'action_2')).toMatchObject({ value: 'Unavailable' });
  const back = await client.agents.talk({ agent: BOATS, turns: turns.slice(0, 1) });
  expect(back.turns).toEqual(talk.turns.slice(0, 1));
  await expect(
    client.agents.talk({ agent: BOATS, turns: [{ change: { name: 'sails', value: '2' } }] }),
  ).rejects.toMatchObject({ code: 'INVALID', data: { value: 'sails' } });
});

it('takes the flow that fits what the customer writes, and asks if none does', async () => {
  const client = await ready();
  const all = { kind: 'flows', title: 'All flows, by topic' };
  const card: Flow = {
    chief: 1,
    name: 'lost card',
    description: 'Block a lost card',
    nodes: [{ id: '1', type: 'inform', message: 'Your card is blocked.' }],
    edges: [],
    globalActions: [],
    fallbackActions: [{ id: 'out_of_scope', message: 'I cannot help with that here.', examples: [] }],
    functions: [],
    guidelines: [],
  };
  await client.flows.save({ was: null, flow: card, description: 'Add a flow' });
  expect((await client.agents.list()).map(({ agent }) => agent)).toContainEqual(all);
  const say = async (...texts: string[]) =>
    (await client.agents.talk({ agent: all, turns: texts.map((text) => ({ text })) })).turns;
  const [first, second] = await say('Xyzzy', 'I have lost my card');
  expect(first?.text).toBe('What can I help you with: boat book, lost card?');
  expect(second).toMatchObject({
    text: 'Your card is blocked.',
    why: {
      at: 'lost card, node 1, inform',
      steps: [{ what: 'flow lost card', why: 'its dialogues are most like what the customer wrote' }, {}],
    },
  });
  // The first flow only has a fallback left, which counts if no other flow fits better.
  const still = await say('I have lost my card', 'How is the weather?');
  expect(still[1]?.text).toBe('I cannot help with that here.');
  const turns = await say('I have lost my card', 'And I want to book a boat');
  expect(turns[1]?.why.at).toMatch(/^boat_book, /);
  // "Block a card" is not a number of seats.
  const left = await say('A boat from the Old Harbour', 'Block a card please');
  expect(left.map(({ why }) => why.at)).toEqual(['boat_book, node 1, request', 'lost card, node 1, inform']);
  // A flow that waits for a yes or no repeats its question, unless another flow fits.
  const safe: Flow = {
    ...card,
    name: 'insurance',
    description: 'Add an insurance',
    nodes: [
      { id: '1', type: 'inform_and_confirm', message: 'It costs 5. Shall I add it?' },
      { id: '2', type: 'inform', message: 'Added.' },
    ],
    edges: [{ source: '1', target: '2', condition: 'yes' }],
  };
  await client.flows.save({ was: null, flow: safe, description: 'Add a flow' });
  const again = await say('Add an insurance', 'Xyzzy', 'I have lost my card');
  expect(again.map(({ why }) => why.at.replace(/,.*/, ''))).toEqual(['insurance', 'insurance', 'lost card']);
  expect(again[1]?.text).toBe(again[0]?.text);
  await client.flows.remove({ flow: 'insurance' });

  // The variables are the name of the chosen flow and its own variables. A person can change both.
  const boat: TalkResult[] = [{ text: 'A boat from the Old Harbour' }];
  const valuesAfter = async (...turns: TalkResult[]) => {
    const talk = await client.agents.talk({ agent: all, turns });
    return {
      at: talk.turns.at(-1)?.why.at,
      changed: talk.turns.at(-1)?.changed,
      values: Object.fromEntries(talk.variables.map(({ name, value }) => [name, value])),
    };
  };
  expect(await valuesAfter()).toMatchObject({ values: { 'chosen flow': null } });
  expect(await valuesAfter(...boat)).toMatchObject({
    changed: ['chosen flow', 'harbour'],
    values: { 'chosen flow': 'boat_book', harbour: 'Old Harbour', seats: null },
  });
  expect(await valuesAfter(...boat, { change: { name: 'seats', value: '4' } })).toMatchObject({
    at: 'boat_book, node 3, inform and confirm',
    values: { seats: '4' },
  });
  expect(await valuesAfter(...boat, { change: { name: 'chosen flow', value: 'lost card' } })).toMatchObject({
    at: 'lost card, node 1, inform',
    values: { 'chosen flow': 'lost card' },
  });
  const wrong: TalkResult = { change: { name: 'chosen flow', value: 'train' } };
  await expect(client.agents.talk({ agent: all, turns: [wrong] })).rejects.toMatchObject({
    code: 'INVALID',
    data: { value: 'train' },
  });
});

it('looks up the table with the name of an external action, or says that there is none', async () => {
  const client = await ready();
  const turns: TalkResult[] = [{ text: 'A boat with 4 seats from the Old Harbour' }];
  const [without] = (await client.agents.talk({ agent: BOATS, turns })).turns;
  expect(without?.why.notes).toEqual([
    expect.stringContaining('because no table and no endpoint for flows has this name'),
  ]);
  const folder = temporaryFolder();
  const sheet = join(folder, 'boats.json');
  const field = (field_name: string, field_type: string) => ({ field_name, field_type });
  const fields = [field('harbour', 'str'), field('seats', 'int'), field('boat_name', 'str')];
  writeFileSync(sheet, JSON.stringify([{ ws_name: 'BoatBook', ws_type: 'db', fields }]));
  const table = join(folder, 'BoatBook.csv');
  writeFileSync(
    table,
    'harbour,seats,boat_name\nNew Harbour,4,Tern\nOld Harbour,2,Skua\nOld Harbour,4,Gull\n',
  );
  await client.worksheets.import({ paths: [sheet, table], name: 'boats' });
  const answersOf = async (text: string) =>
    (await client.agents.talk({ agent: BOATS, turns: [{ text }] })).turns[0]!;
  const found = await answersOf('A boat with 4 seats from the Old Harbour');
  expect(found).toMatchObject({ text: 'The Gull has 4 seats. Shall I book it?', why: { notes: [] } });
  const four = await answersOf('A boat with four seats from the New Harbour');
  expect(four.text).toBe('The Tern has 4 seats. Shall I book it?');
  const none = await answersOf('A boat with 9 seats from the Old Harbour');
  expect(none).toMatchObject({
    text: 'Nothing is free.',
    why: { notes: ['BoatBook has no record with these values.'] },
  });
});

it('follows the labels of a true history', async () => {
  const call = neutral(
    'boats',
    'u: A boat, please #ask-boat',
    's: For how many, then? #ask_seats',
    'u: 4 #give-number',
    's: The Gull is free. Shall I book it? #offer',
  );
  const { client } = await makeProject([...supportCalls(40), call]);
  await tagWith(client, 'annotations');
  const file = join(temporaryFolder(), 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  await client.flows.import({ paths: [file] });
  const { dialogue } = await client.corpus.find({ externalId: 'boats' });
  let answer: ColumnAnswer | null = null;
  const asked = { dialogue, turn: 3, column: BOATS };
  for await (const event of await client.generation.answer(asked))
    if (event.kind === 'done') answer = event.answer;
  // Without the earlier dialogue, the flow would have asked for the harbour first and read the number as its answer.
  expect(answer?.grounds).toMatchObject({ at: 'node 3, inform and confirm', understood: 'seats = 4' });
});

it('talks to worksheets, whose acts name the rule behind them', async () => {
  const client = await ready();
  const turns: TalkResult[] = [{ text: 'There is a hold on my enrolment' }];
  const talk = await client.agents.talk({ agent: FORMS, turns });
  expect(talk.turns[0]).toMatchObject({
    text: 'When was the hold placed?',
    why: {
      at: 'ASK(enrolment_1, since)',
      steps: [
        {
          what: 'ASK(enrolment_1, since)',
          why: 'the first required field without a value; it applies because self.issue == "Hold"',
        },
      ],
    },
  });
  expect(talk.turns[0]?.changed).toContain('enrolment_1.issue');
  const change = (name: string, value: string | null): TalkResult => ({ change: { name, value } });
  const waitlist = await client.agents.talk({
    agent: FORMS,
    turns: [...turns, change('enrolment_1.issue', 'Waitlist')],
  });
  expect(waitlist.turns[1]?.why.at).toBe('ASK(enrolment_1, course_name)');
  expect(waitlist.variables.map(({ name }) => name)).not.toContain('enrolment_1.since');
  const forgotten = await client.agents.talk({
    agent: FORMS,
    turns: [...turns, change('enrolment_1.issue', null)],
  });
  expect(forgotten.turns[1]?.why.at).toBe('ASK(enrolment_1, issue)');
  const unfit = await client.agents.talk({
    agent: FORMS,
    turns: [...turns, change('enrolment_1.since', 'whenever')],
  });
  expect(unfit.turns[1]?.why.notes.join()).toContain('enrolment_1.since');
  await expect(
    client.agents.talk({ agent: FORMS, turns: [...turns, change('main_1.nothing', 'x')] }),
  ).rejects.toMatchObject({ code: 'INVALID' });
});
