import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readFigures } from '#shared/contract/analysis.ts';
import { readGraph } from '#shared/contract/automata.ts';
import { cli } from '../fixtures/command-line.ts';
import { neutral } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';

const timed = (
  dialogue: ReturnType<typeof neutral>,
  minutes: number,
  more: Readonly<Record<string, unknown>>,
) => ({
  ...dialogue,
  ...more,
  turns: dialogue.turns.map((turn, at) => ({
    ...turn,
    time: new Date(Date.UTC(2026, 2, 1, 9, at * minutes)).toISOString(),
  })),
});
const closed = (id: string, minutes: number, more: Readonly<Record<string, unknown>>) =>
  timed(
    neutral(id, 'u: Where is it? #ask-status', 's: On its way. #inform', 'u: Thanks! #thank'),
    minutes,
    more,
  );
const learned = copiesOf(async () => {
  const project = await makeProject([
    ...[5, 10, 15, 20, 60].map((minutes, at) => closed(`c${at}`, minutes, { brand: 'A', rating: 5 })),
    ...[2, 2, 2, 2].map((minutes, at) => closed(`f${at}`, minutes, { brand: 'B', rating: 1 })),
    ...['x', 'y'].map((id) =>
      timed(neutral(id, 'u: Where is it? #ask-status', 's: On its way. #inform'), 30, {
        brand: 'B',
        rating: 2,
      }),
    ),
  ]);
  await tagWith(project.client, 'annotations');
  await resultOf(project.client, (await project.client.automata.learn({ learner: 'overview' })).job);
  return project;
});

it('count and time what the dialogues of a filter do', async () => {
  const { client } = await learned();
  const graph = readGraph(await client.automata.graph({}));
  const stateAfter = (tag: string): number =>
    graph.transitions.to[graph.transitions.symbol.findIndex((symbol) => graph.symbols[symbol].tag === tag)];
  const all = readFigures(await client.analysis.figures({ number: 'rating', good: 'rating > 3' }));
  expect(all).toMatchObject({ dialogues: 11, timed: true });
  const asked = stateAfter('ask-status');
  const told = stateAfter('inform');
  expect(all.states.dialogues[asked]).toBe(11);
  expect(all.states.dropOffs[told]).toBe(0);
  expect(all.states.dropOffs[stateAfter('thank')]).toBe(0);
  expect(all.states.good[asked]).toBeCloseTo(5 / 11, 3);
  expect(all.states.mean[asked]).toBeCloseTo((5 * 5 + 4 + 2 * 2) / 11, 3);

  const ofA = readFigures(await client.analysis.figures({ where: 'brand = A' }));
  expect(ofA.dialogues).toBe(5);
  expect(ofA.states.median[asked]).toBe(15 * 60);
  expect(ofA.states.p90[asked]).toBe((20 + 0.6 * 40) * 60);
  expect(ofA.states.duration[told]).toBe(30 * 60);
  const transition = ofA.transitions.from.findIndex(
    (from, at) => from === asked && ofA.transitions.to[at] === told,
  );
  expect(ofA.transitions.dialogues[transition]).toBe(5);
  expect(ofA.transitions.exits[transition]).toBe(1);
  expect(ofA.states.good[asked]).toBeNaN();
});

it('are equal with times stored in the project', async () => {
  const project = await learned();
  const figures = await project.client.analysis.figures({ where: 'brand = A' });
  await project.client.filters.fields();
  const kept = (): unknown => {
    const database = new Database(project.path, { readonly: true });
    const turns = database.prepare("SELECT json_extract(header, '$.timedTurns') FROM dialogue_columns");
    const found = turns.pluck().get();
    database.close();
    return found;
  };
  await expect.poll(kept, { timeout: 600_000 }).toBe(9 * 3 + 2 * 2);
  const { client } = await reopened(project);
  expect(await client.analysis.figures({ where: 'brand = A' })).toEqual(figures);
  const within = await client.filters.count({ where: 'ask-status directly inform within 10 min' });
  expect(within).toEqual({ dialogues: 6, of: 11 });
});

it('match the paths of the same dialogues, with the time of each state', async () => {
  const { client } = await learned();
  const [all, ofA] = [await client.analysis.paths({}), await client.analysis.paths({ where: 'brand = A' })];
  expect([all.total, all.items.length, ofA.total]).toEqual([11, 11, 5]);
  expect(ofA.items[0]?.states.length).toBe(3);
  expect(ofA.items.map(({ seconds }) => seconds)).toEqual(
    [5, 10, 15, 20, 60].map((minutes) => [0, 60 * minutes, 120 * minutes]),
  );
  const steps = ['ask-status', 'inform'].map((tag, at) => ({ role: at ? 'system' : 'user', tag }) as const);
  const short = await client.analysis.paths({ variant: { run: null, steps } });
  expect(short.items.map(({ states }) => states.length)).toEqual([2, 2]);
  const draw = async () => (await client.analysis.paths({ most: 4 })).items.map(({ dialogue }) => dialogue);
  expect(await draw()).toEqual(await draw());
  expect((await draw()).length).toBe(4);
});

it('name a field without numbers, and do not exist for a context automaton', async () => {
  const { client } = await learned();
  await expect(client.analysis.figures({ number: 'brand' })).rejects.toMatchObject({
    code: 'INVALID',
    data: { value: 'brand' },
  });
  await resultOf(client, (await client.automata.learn({ learner: 'context' })).job);
  await expect(client.analysis.figures({})).rejects.toMatchObject({ code: 'INVALID' });
});

it('are printed by a command', async () => {
  const { path, backend } = await learned();
  await backend.stop();
  const { output } = await cli('figures', '--project', path, '--where', 'brand = B', '--limit', '2');
  expect(output).toMatchObject({
    dialogues: 6,
    states: [{ dialogues: 6 }, { dialogues: 6 }],
    transitions: [{ dialogues: 6, exits: 1, mean: null }, { dialogues: 6 }],
  });
});
