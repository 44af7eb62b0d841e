import { expect, it } from 'vitest';
import {
  type ExampleTransition,
  exampleAutomaton,
  layOutLarge,
} from '../../../../tests/fixtures/example-automata.ts';
import { countPhases } from '../../automaton/reading/count-phases.ts';
import type { layOut } from '../lay-out.ts';
import { describeShown, describeState } from '../scene/describe.ts';
import { foldBoxes, type PhaseCounts } from './fold-boxes.ts';

const ALL = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
const TRANSITIONS: readonly ExampleTransition[] = [
  [0, 1, 'ask', 60],
  [0, 2, 'greet', 40],
  [1, 2, 'greet', 20],
  [1, 3, 'pay', 30],
  [2, 3, 'pay', 35],
  [2, 1, 'ask', 5],
];
const plain = exampleAutomaton(100, TRANSITIONS, { ends: { 2: 4, 3: 65 } });
const phased = { ...plain, states: { ...plain.states, phases: ['', 'Opening', 'Opening', ''] } };
const counts: PhaseCounts = {
  phases: ['Opening'],
  support: [90],
  transitions: { from: [0, -1], to: [-1, 3], support: [90, 62] },
};
const counted = {
  ...phased,
  transitions: { ...phased.transitions, together: phased.transitions.support },
};
const edges = ({ scene }: ReturnType<typeof layOut>) =>
  scene.edges.map(({ from, to, label }) => `${from}-${to} ${label.tags} ${label.count}`).sort();

it('draws the states of a closed phase as one box, whose dialogues are counted once', () => {
  const { automaton, owner, boxes } = foldBoxes(counted, ['Opening'], counts);
  expect(owner).toEqual([0, 1, 1, 3]);
  expect([...boxes]).toEqual([[1, { name: 'Opening', states: [1, 2] }]]);
  const layout = layOutLarge(automaton, { ...ALL, closed: ['Opening'] }, null);
  // What lies in a box is not hidden.
  expect(describeShown(layout)).toBe('All 4 states and all 6 transitions are shown');
  expect(layout.visibility).toMatchObject({ hiddenCount: 0, hiddenShare: 0 });
  expect(edges(layout)).toEqual(['0-1 Opening 90', '1-3 pay, pay 62']);
  expect(layout.scene.nodes.find(({ state }) => state === 1)).toMatchObject({ shape: 'box', label: '+2' });
  expect(describeState(automaton, 1)).toBe(
    'Opening, a group of 2 states: 90 dialogues reach this state (90 %); 4 end here; 90 begin here.',
  );
  expect(automaton.transitions.own?.to).toEqual(phased.transitions.to);
});

it('counts the states and transitions of a box as hidden where the filter hides it', () => {
  const { automaton } = foldBoxes(counted, ['Opening'], { ...counts, support: [10] });
  const layout = layOutLarge(automaton, { ...ALL, minSupport: 20, closed: ['Opening'] }, null);
  expect(layout.visibility).toMatchObject({ shownCount: 1, hiddenCount: 3 });
  expect(describeShown(layout)).toMatch(/^1 of 4 states and 0 of 6 transitions are shown/);
});

it('knows a bound of a box that is not counted, and leaves an open phase and one of a single state as they are', () => {
  const { automaton } = foldBoxes(phased, ['Opening']);
  expect(edges(layOutLarge(automaton, ALL, null))).toContain('0-1 Opening ≤100');
  expect(foldBoxes(phased, []).automaton).toBe(phased);
  const lone = { ...plain, states: { ...plain.states, phases: ['', 'Opening', '', ''] } };
  expect(foldBoxes(lone, ['Opening']).automaton).toBe(lone);
});

it('counts the dialogues of a phase and of its transitions once', () => {
  const structure = {
    symbols: [],
    stateCount: 4,
    dialogueCount: 4,
    transitionOffsets: Int32Array.of(0, 2, 4, 5, 5),
    transitionSymbols: Int32Array.of(0, 1, 1, 2, 2),
    transitionTargets: Int32Array.of(1, 2, 2, 3, 3),
    transitionSupport: Int32Array.of(2, 2, 1, 1, 2),
    support: Int32Array.of(4, 2, 3, 3),
    ends: Int32Array.of(0, 0, 1, 3),
    merged: Int32Array.of(1, 1, 1, 1),
    roles: Uint8Array.of(2, 0, 1, 0),
    depths: Int32Array.of(0, 1, 1, 2),
  };
  const at = [
    [0, 1, 2, 3],
    [0, 1],
    [1, 2, 3],
    [0, 1, 2],
  ];
  const on = [[0, 1], [2, 3], [1], [0], [1, 2]];
  const visitors = {
    dialoguesAtState: (state: number) => Int32Array.from(at[state] ?? []),
    dialoguesOnTransition: (transition: number) => Int32Array.from(on[transition] ?? []),
  };
  expect(countPhases(structure, visitors, ['', 'A', 'A', ''])).toEqual({
    phases: ['A'],
    support: [4],
    transitions: { from: [0, -1], to: [-1, 3], support: [4, 3] },
  });
});

it('draws a chain as one edge with the number of states on it, but keeps those that mean something', () => {
  const chain: readonly ExampleTransition[] = [
    [0, 1, 'a', 50],
    [1, 2, 'b', 40],
    [2, 3, 'c', 30],
    [3, 4, 'd', 30],
    [0, 4, 'e', 10],
  ];
  const whole = exampleAutomaton(60, chain, { ends: { 4: 40 } });
  const layout = layOutLarge(whole, { ...ALL, chains: true }, null);
  // It runs beside another edge.
  expect(layout.scene.nodes).toHaveLength(5);
  const free = exampleAutomaton(60, chain.slice(0, 4), { ends: { 4: 30 } });
  const folded = layOutLarge(free, { ...ALL, chains: true }, null);
  expect(edges(folded)).toEqual(['0-4 a ⋯ +3 30']);
  expect([...folded.leadsTo]).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
  ]);
  expect(folded.scene.edges[0]?.title).toContain('through state 1, state 2, state 3');
  expect(folded.visibility).toMatchObject({ shownCount: 2, hiddenCount: 0, hiddenShare: 0 });
  expect(describeShown(folded)).toBe('All 5 states and all 4 transitions are shown');
  const ended = exampleAutomaton(60, chain.slice(0, 4), { ends: { 2: 10, 4: 30 } });
  expect(edges(layOutLarge(ended, { ...ALL, chains: true }, null))).toEqual([
    '0-2 a ⋯ +1 40',
    '2-4 c ⋯ +1 30',
  ]);
  expect(edges(layOutLarge(free, { ...ALL, chains: true, revealed: [2] }, null))).toHaveLength(2);
});
