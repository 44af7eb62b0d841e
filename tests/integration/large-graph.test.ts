import { expect, it } from 'vitest';
import { automatonCache } from '#backend/features/automata/cache.ts';
import { toDrawn } from '#shared/algorithms/layout/drawn-automaton.ts';
import { readGraph } from '#shared/contract/automata.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';

it.each(['paper', 'dependency'] as const)(
  'sends a graph (%s) in the same number of values whatever its size',
  async (learner) => {
    const { client, session } = await makeProject(supportCalls(40));
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ learner, tau: 0 })).job);
    const sent = await client.automata.graph({});
    const values = [...Object.values(sent.states), ...Object.values(sent.transitions)];
    expect(values.every((value) => typeof value === 'string')).toBe(true);
    const { summary: _, ...graph } = readGraph(sent);
    const { view } = session.project().use(automatonCache).load(null);
    const { together, covered, ...transitions } = graph.transitions;
    expect({ ...graph, transitions }).toEqual(toDrawn(view.structure));
    expect(together?.length).toBe(transitions.support.length);
    expect(together?.every((count, at) => count >= transitions.support[at])).toBe(true);
    // Per thousand dialogues; the transition with the most dialogues has the smallest value.
    expect(covered?.length).toBe(transitions.support.length);
    expect(covered?.every((share) => share >= 0 && share <= 1000)).toBe(true);
    expect(graph.states.support.length).toBeGreaterThan(5);
  },
);
