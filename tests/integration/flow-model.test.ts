import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AskingStopped } from '#backend/providers/requests/stop.ts';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { evaluateByModel } from '../../lab/flows/evaluate-by-model.ts';
import { BOAT } from '../fixtures/boat-flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { lab } from '../fixtures/command-line.ts';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { prefersLonger, readQuestion } from '../fixtures/judge-model.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

async function ready(mask = false) {
  const server = await startModelServer({
    answer: ({ messages }) => {
      const judged = readQuestion({ messages });
      if (judged) return prefersLonger(judged);
      const asked = messages.at(-1)?.content ?? '';
      if (asked.includes('nonsense')) return 'I would rather not.';
      const place = /Harbour\b(?=[^<]*<\/dialogue>)/.test(asked) ? 'Old Harbour' : null;
      return JSON.stringify({ harbour: place, seats: /a handful/.test(asked) ? '5' : null });
    },
  });
  const calls = Array.from({ length: 30 }, (_, at) =>
    neutral(
      `boats-${at}`,
      'u: A boat from the Old Harbour, please #ask-boat',
      's: For how many? #ask_seats',
      'u: For a handful of us #give-number',
      's: The Gull is free. Shall I book it? #offer',
    ),
  );
  const project = await makeProject([...supportCalls(40), ...calls]);
  const { client } = project;
  const provider = await connectServer(client, server, { mask });
  const file = join(temporaryFolder(), 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  await client.flows.import({ paths: [file] });
  const answerer = {
    kind: 'model' as const,
    provider,
    model: 'small-model',
    temperature: 0,
    seed: 1,
    maxOutputTokens: 200,
  };
  const agent = { kind: 'flow', title: 'Flow boat_book · small-model', flow: 'boat_book', answerer };
  return { server, client, agent, project };
}

it('fills slots by a model, asks nothing twice, and falls back to types with a note', async () => {
  const { server, client, agent } = await ready(true);
  const turns = [{ text: 'From the Old Harbour, write to jo@example.com' }, { text: 'For a handful of us' }];
  const { turns: told } = await client.agents.talk({ agent, turns });
  expect(told.map(({ text, why }) => [text, why.understood, why.readBy])).toEqual([
    ['How many seats?', 'harbour = Old Harbour', 'small-model, prompt 1'],
    ['The [boat_name] has 5 seats. Shall I book it?', 'seats = 5', 'small-model, prompt 1'],
  ]);
  expect(told[1]?.asked).toMatchObject({ tokens: { input: expect.any(Number) }, cached: false });
  const sent = server.chats().length;
  expect(sent).toBe(2);
  expect(JSON.stringify(server.chats())).not.toContain('jo@example.com');
  const again = await client.agents.talk({ agent, turns: [...turns, { text: 'nonsense with 7 seats' }] });
  expect(server.chats()).toHaveLength(sent + 1);
  expect(again.turns[1]?.asked).toMatchObject({ cached: true, costUsd: 0 });
  expect(again.turns[2]?.why.readBy).toMatch(/^types and examples, because small-model returned no slots/);

  await client.flows.saveSlotPrompt({ text: 'Say the slots as JSON.' });
  const other = await client.agents.talk({ agent, turns: turns.slice(0, 1) });
  expect(other.turns[0]?.why.readBy).toBe('small-model, prompt 2');
  expect(await client.flows.resetSlotPrompt()).toMatchObject({ shipped: true, version: 3 });
});

it('sends nothing without approval', async () => {
  const { server, client, agent } = await ready();
  await client.providers.withdraw({ id: agent.answerer.provider });
  await expect(client.agents.talk({ agent, turns: [{ text: 'A boat' }] })).rejects.toMatchObject({
    code: 'NOT_CONSENTED',
  });
  expect(server.chats()).toEqual([]);
});

it('answers as a column, in batch runs with their cost, and for a judge', async () => {
  const { server, client, agent } = await ready();
  await tagWith(client, 'annotations');
  const { dialogue } = await client.corpus.find({ externalId: 'boats-1' });
  let answer: ColumnAnswer | null = null;
  for await (const event of await client.generation.answer({ dialogue, turn: 3, column: agent }))
    if (event.kind === 'done') answer = event.answer;
  expect(answer).toMatchObject({
    turns: [{ text: 'The [boat_name] has 5 seats. Shall I book it?' }],
    grounds: { readBy: 'small-model, prompt 1' },
  });
  const columns = [agent, { kind: 'flow', title: 'Flow boat_book', flow: 'boat_book' }];
  const estimate = await client.batch.estimate({ columns, sample: 6 });
  expect(estimate.models).toMatchObject([{ title: 'Flow boat_book · small-model' }]);
  expect(estimate.models[0]?.requests).toBeGreaterThanOrEqual(6);
  expect(estimate.models[0]?.tokens.most).toBeGreaterThan(1000);
  const { job, run } = await client.batch.start({ columns, sample: 6 });
  await resultOf(client, job);
  const summary = await client.batch.summary({ run });
  expect(summary.columns.map(({ title, tokens }) => [title, tokens.input > 0])).toEqual([
    ['Flow boat_book · small-model', true],
    ['Flow boat_book', false],
  ]);
  const judge = { provider: agent.answerer.provider, model: 'large-model' };
  const judged = await client.judging.start({ batch: run, judge, compare: { kind: 'every' }, check: 0 });
  await resultOf(client, judged.job);
  expect((await client.judging.runs())[0]).toMatchObject({
    state: 'done',
    counts: { open: 0, unanswered: 0 },
  });

  await resultOf(client, (await client.automata.learn({ tau: 2, lambda: null })).job);
  await client.simulator.say({ role: 'user', text: 'From the Old Harbour, for a handful' });
  const kept = await client.simulator.saveCase({ name: 'Five', agent });
  expect(kept.expected.answer).toBe('The [boat_name] has 5 seats. Shall I book it?');
  const sent = server.chats().length;
  expect(await client.simulator.replay({})).toMatchObject({
    ...{ cases: 1, unchanged: 1, failed: 0 },
    asked: { cached: true, tokens: { input: expect.any(Number) } },
  });
  expect(server.chats()).toHaveLength(sent);
});

it('predicts the next action with slots from a model, on the command line, within a budget', async () => {
  const { server, agent, project } = await ready();
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'flows'));
  writeFileSync(join(folder, 'flows', 'boat_book.json'), JSON.stringify(BOAT));
  const dialogues = join(folder, 'asked.jsonl');
  const turns = [
    { speaker: 'user', text: 'A boat from the Old Harbour for a handful of us' },
    { speaker: 'system', text: 'The Gull is free. Shall I book it?', acts: ['offer'] },
    { speaker: 'user', text: 'Yes, please' },
    { speaker: 'system', text: 'Booked as 7.', acts: ['booked'] },
  ];
  writeFileSync(dialogues, JSON.stringify({ id: 'a', tasks: ['boat_book'], turns }));
  const given = { flows: join(folder, 'flows'), dialogues, answerer: agent.answerer };
  const askModel = (tokens: number | null) =>
    evaluateByModel(
      project.session.project(),
      { ...given, hideResults: true, limit: null, dump: null },
      { signal: new AbortController().signal, limits: { usd: null, tokens } },
    );
  const plain = await lab(
    'next-action',
    '--flows',
    given.flows,
    '--dialogues',
    dialogues,
    '--method',
    'flow',
    '--hide-results',
  );
  expect(plain.output).toMatchObject({ turns: 2, accuracy: 50 });
  await expect(askModel(10)).rejects.toThrow(AskingStopped);
  expect(server.chats()).toEqual([]);
  expect(await askModel(null)).toMatchObject({
    scores: { method: 'model', turns: 2, accuracy: 100 },
    asked: { requests: 2, byTypes: 0 },
  });
  expect(server.chats()).toHaveLength(2);
  // The command line has its own servers.
  const byCli = await lab(
    ...['next-action', '--flows', given.flows, '--dialogues', dialogues],
    ...['--provider', 'mine', '--model', 'small-model', '--project', join(folder, 'new.dialogram')],
  );
  expect(byCli.output).toMatchObject({ error: { code: 'NOT_FOUND', detail: { value: 'mine' } } });
});
