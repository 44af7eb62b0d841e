import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LearnResult, readGraph } from '#shared/contract/automata.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';

it('learns, stores, draws and lists the context automaton like any other', async () => {
  const project = await makeProject(supportCalls(80));
  await tagWith(project.client, 'annotations');
  const { job } = await project.client.automata.learn({ learner: 'context' });
  const learned = await resultOf<LearnResult>(project.client, job);
  expect(learned).toMatchObject({ candidates: 0, accepted: 0, forced: 0 });

  // The automaton is read from the file, not from memory.
  const { client, folder } = await reopened(project);
  const [summary] = await client.automata.list();
  expect(summary).toMatchObject({ id: learned.automaton, learner: 'context', stale: false });
  const { states, transitions, symbols, dialogues } = readGraph(await client.automata.graph({}));
  expect(states.support).toHaveLength(learned.states);
  expect(dialogues).toBe(80);
  expect(symbols.map(({ tag }) => tag)).toContain('first answer');
  expect(symbols.filter(({ tag }) => tag.endsWith(' · 1 back')).every(({ role }) => role === 'user')).toBe(
    true,
  );

  const state = states.depths.indexOf(2);
  const at = await client.automata.dialogues({ at: { state } });
  expect(at.tracked).toBe(states.support[state]);
  const entering = transitions.to.indexOf(state);
  const symbol = symbols[transitions.symbol[entering]];
  const on = await client.automata.dialogues({ at: { from: transitions.from[entering], symbol } });
  expect(on.items).toEqual(at.items);
  const path = await client.automata.path({ dialogue: at.items[0].id });
  expect(path.map((visit) => visit.state)).toContain(state);

  const route = await client.automata.route({ dialogue: at.items[0].id, turn: 1 });
  expect(route.steps.map(({ turn }) => turn)).toEqual([1, 0]);
  expect(route.steps[0].reason).toBe('This is the first answer of the dialogue.');
  expect(route.tracked).toBeGreaterThan(0);

  for (const to of ['json', 'dot', 'svg'] as const) {
    const { path: file } = await client.automata.export({ to, out: join(folder, `context.${to}`) });
    expect(readFileSync(file, 'utf8')).not.toMatch(/call-\d/);
  }
});
