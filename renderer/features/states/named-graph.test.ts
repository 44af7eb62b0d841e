import { describe, expect, it } from 'vitest';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { rowsBefore, rowsNext, suggestName, transitionsAsDrawn, withNames } from './state-card.tsx';

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
    const around = transitionsAsDrawn(TEST_GRAPH, false);
    for (const state of TEST_GRAPH.states.roles.keys()) {
      const into = new Set(from.filter((_, at) => to[at] === state));
      const out = new Set(to.filter((_, at) => from[at] === state));
      expect(rowsBefore(around, state).map((row) => row.state)).toEqual([...into]);
      const ends = (TEST_GRAPH.states.ends[state] ?? 0) > 0 ? 1 : 0;
      expect(rowsNext(around, state)).toHaveLength(out.size + ends);
    }
  });

  it('count shares of the dialogues that reach the state, as the boxes and findings do', () => {
    const transitions = { from: [0, 0, 1], to: [1, 2, 2], dialogues: [6, 2, 3], median: [1, 1, 1] };
    const around = { transitions, states: { ends: [0, 4, 4], dialogues: [10, 5, 4] } };
    expect(rowsNext(around, 0)).toMatchObject([
      { state: 1, share: 0.6 },
      { state: 2, share: 0.2 },
    ]);
    expect(rowsNext(around, 1)).toMatchObject([
      { state: null, share: 0.8 },
      { state: 2, share: 0.6 },
    ]);
    expect(rowsBefore(around, 2)).toMatchObject([
      { state: 1, share: 0.75 },
      { state: 0, share: 0.5 },
    ]);
  });
});
