import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { pathTo, spanningTree, treeChildren } from './spanning-tree.ts';

// 0 ─ 1 ─ 3, 0 ─ 2 ─ 3, where 3 is reached more often through 2; 3 ─ 1 goes back, 2 loops.
const merged = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'refund', 40],
  [1, 3, 'date', 10],
  [2, 3, 'date', 35],
  [3, 1, 'again', 5],
  [2, 2, 'more', 8],
]);

describe('spanningTree', () => {
  it('takes the fewest transitions, and of those the strongest', () => {
    const tree = spanningTree(merged, null);
    expect([...tree.parents]).toEqual([-1, 0, 0, 2]);
    expect([...tree.levels]).toEqual([0, 1, 1, 2]);
    expect([...tree.entering]).toEqual([-1, 0, 1, 3]);
    expect([...tree.order]).toEqual([0, 1, 2, 3]);
  });

  it('takes another path where a state is hidden', () => {
    const tree = spanningTree(merged, Uint8Array.of(1, 1, 0, 1));
    expect([...tree.parents]).toEqual([-1, 0, -1, 1]);
    expect(pathTo(tree, 3)).toEqual([0, 1, 3]);
    expect(pathTo(tree, 2)).toEqual([]);
  });

  it('breaks ties by the smaller source, then the smaller symbol', () => {
    const even = exampleAutomaton(20, [
      [0, 2, 'b', 10],
      [0, 1, 'a', 10],
      [2, 3, 'c', 5],
      [1, 3, 'c', 5],
      [1, 3, 'a', 5],
    ]);
    const tree = spanningTree(even, null);
    expect(tree.parents[3]).toBe(1);
    expect(even.symbols[even.transitions.symbol[tree.entering[3]]].tag).toBe('a');
  });

  it('lists children strongest first', () => {
    const { offsets, children } = treeChildren(merged, spanningTree(merged, null));
    expect([...children.subarray(offsets[0], offsets[1])]).toEqual([1, 2]);
    expect([...children.subarray(offsets[2], offsets[3])]).toEqual([3]);
  });

  it('reaches each state over one transition from the level before', () => {
    fc.assert(
      fc.property(anyAutomaton, (automaton) => {
        const tree = spanningTree(automaton, null);
        for (const state of tree.order.subarray(1)) {
          const transition = tree.entering[state];
          expect(automaton.transitions.to[transition]).toBe(state);
          expect(automaton.transitions.from[transition]).toBe(tree.parents[state]);
          expect(tree.levels[state]).toBe(tree.levels[tree.parents[state]] + 1);
          expect(tree.levels[state]).toBe(automaton.states.depths[state]);
        }
      }),
    );
  });
});
