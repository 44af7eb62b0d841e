import { expect, it } from 'vitest';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { backToBase, previewAfter, withCarriedNames } from './consequence-state.ts';

const base = TEST_GRAPH.summary.id;

const ofStates = (states: number): AutomatonGraph => ({
  ...TEST_GRAPH,
  states: {
    ...TEST_GRAPH.states,
    roles: Array.from({ length: states }, (_, state) => (state === 0 ? 2 : 1)),
  },
});

it('leads from picture to picture, and back to the automaton', () => {
  const larger = previewAfter(null, base, 5, { graph: ofStates(5), stateAfter: [0, 3, 1, -1] });
  expect(larger.following).toEqual({ from: base, to: larger.graph.summary.id, stateAfter: [0, 3, 1, -1] });
  const smaller = previewAfter(larger, base, 3, { graph: ofStates(3), stateAfter: [0, -1, 2, 1] });
  // State 3 of the larger picture is 1 of the automaton, which is gone; 2 and 4 are new there.
  expect(smaller.following).toEqual({
    from: larger.graph.summary.id,
    to: smaller.graph.summary.id,
    stateAfter: [0, 2, -1, -1, -1],
  });
  expect(backToBase(smaller)).toEqual({ from: smaller.graph.summary.id, to: base, stateAfter: [0, 3, 2] });
});

it('never has the id of an automaton, nor that of another preview', () => {
  const made = { graph: ofStates(3), stateAfter: [0, 1, 2] };
  const ids = [1, 2, 3].map((states) => previewAfter(null, 7 as RunId, states, made).graph.summary.id);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toBeLessThan(0);
});

it('keeps names, colors, groups and positions with their states', () => {
  const place = { direction: 'right', x: 10, y: 20 } as const;
  const named: AutomatonGraph = {
    ...TEST_GRAPH,
    states: {
      ...TEST_GRAPH.states,
      names: ['', 'Refund', 'Thanks'],
      colours: ['', 'red', ''],
      phases: ['', 'Opening', ''],
      places: [null, place, null],
    },
  };
  const preview = previewAfter(null, base, 4, { graph: ofStates(4), stateAfter: [0, 3, -1] });
  expect(withCarriedNames(preview, named).states).toMatchObject({
    names: ['', '', '', 'Refund'],
    colours: ['', '', '', 'red'],
    phases: ['', '', '', 'Opening'],
    places: [null, null, null, place],
  });
  expect(withCarriedNames(preview, TEST_GRAPH)).toBe(preview.graph);
});
