import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton, layOutLarge } from '../../../../tests/fixtures/example-automata.ts';
import { type DrawnAutomaton, outgoingOf } from '../drawn-automaton.ts';
import { forwardTree } from './forward-tree.ts';
import { spanningTree } from './spanning-tree.ts';

// Every move can open a dialogue, but most dialogues go 0 ─ 1 ─ 2 ─ 3.
const plain = exampleAutomaton(100, [
  [0, 1, 'greet', 90],
  [0, 2, 'ask', 6],
  [0, 3, 'thank', 4],
  [1, 2, 'ask', 80],
  [2, 3, 'thank', 70],
  [3, 1, 'greet', 5],
]);
const withMain = (automaton: DrawnAutomaton): DrawnAutomaton => ({
  ...automaton,
  transitions: { ...automaton.transitions, main: Array.from(automaton.transitions.from, () => 1) },
});
const columns = (automaton: DrawnAutomaton) =>
  layOutLarge(automaton, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null)
    .scene.nodes.map(({ state, level }) => [state, level])
    .sort(([a], [b]) => a - b)
    .map(([, level]) => level);

it('puts the states of an overview in the order in which dialogues come to them', () => {
  expect(columns(withMain(plain))).toEqual([0, 1, 2, 3]);
  expect(columns(plain)).toEqual([0, 1, 1, 1]);
});

it('lets no weak transition make a picture deeper, nor any picture too deep by less than the strongest transitions', () => {
  const short = exampleAutomaton(100, [
    [0, 1, 'greet', 60],
    [0, 2, 'ask', 40],
    [1, 2, 'ask', 10],
  ]);
  expect(columns(withMain(short))).toEqual([0, 1, 1]);
  const far = Array.from({ length: 12 }, (_, at) => [at, at + 1, 'next', 50] as const);
  const near = Array.from({ length: 11 }, (_, at) => [0, at + 2, 'next', 60] as const);
  expect(Math.max(...columns(withMain(exampleAutomaton(999, [...far, ...near]))))).toBe(1);
});

it('reaches what the fewest transitions reach, each state over one transition from the level before', () => {
  fc.assert(
    fc.property(anyAutomaton, (automaton) => {
      const tree = forwardTree(automaton, null, outgoingOf(automaton));
      expect([...tree.order].sort((a, b) => a - b)).toEqual(
        [...spanningTree(automaton, null).order].sort((a, b) => a - b),
      );
      expect(tree.order[0]).toBe(0);
      for (const state of tree.order.subarray(1)) {
        expect(automaton.transitions.to[tree.entering[state]]).toBe(state);
        expect(automaton.transitions.from[tree.entering[state]]).toBe(tree.parents[state]);
        expect(tree.levels[state]).toBe(tree.levels[tree.parents[state]] + 1);
      }
    }),
    { numRuns: 40 },
  );
});
