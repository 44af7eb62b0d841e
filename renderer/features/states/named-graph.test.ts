import { describe, expect, it } from 'vitest';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { before, next, suggestName, waysAsDrawn, withNames } from './state-card.tsx';

const named = { id: 1, note: '', colour: 'red' as const, phase: 'Opening', place: null };

describe('withNames', () => {
  it('adds the names, and returns a graph without names unchanged', () => {
    const graph = withNames(TEST_GRAPH, [{ ...named, state: 2, name: 'Refund' }]);
    expect(graph.states.names?.[2]).toBe('Refund');
    expect(graph.states.colours?.[2]).toBe('red');
    expect(stateName(graph, 2)).toBe('Refund');
    expect(withNames(TEST_GRAPH, [{ ...named, state: null, name: 'Gone' }])).toBe(TEST_GRAPH);
  });
});

describe('suggestName', () => {
  it('is the move that leads there, with the one before if several states have it', () => {
    const names = TEST_GRAPH.states.roles.slice(1).map((_, at) => suggestName(TEST_GRAPH, at + 1));
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^\p{Lu}/u.test(name))).toBe(true);
  });
});

describe('transitions that are not counted yet', () => {
  it('take as many rows as later, so that the list below keeps its place', () => {
    const { from, to } = TEST_GRAPH.transitions;
    const around = waysAsDrawn(TEST_GRAPH, false);
    for (const state of TEST_GRAPH.states.roles.keys()) {
      const into = new Set(from.filter((_, at) => to[at] === state));
      const out = new Set(to.filter((_, at) => from[at] === state));
      expect(before(around, state).map((row) => row.state)).toEqual([...into]);
      const ends = (TEST_GRAPH.states.ends[state] ?? 0) > 0 ? 1 : 0;
      expect(next(around, state)).toHaveLength(out.size + ends);
    }
  });

  it('count the share of all dialogues at the start, even of those with no drawn turn', () => {
    const ways = { from: [0, 0], to: [1, 2], visits: [6, 2], median: [1, 1] };
    expect(next({ ways, states: { ends: [0, 6, 2], dialogues: [10, 6, 2] } }, 0)).toMatchObject([
      { state: 1, share: 0.6 },
      { state: 2, share: 0.2 },
    ]);
  });
});
