import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { bundlesOf, treeBundles } from './bundles.ts';
import { spanningTree } from './spanning-tree.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'a', 30],
  [0, 1, 'b', 50],
  [1, 1, 'c', 5],
  [1, 2, 'd', 20],
]);

describe('bundlesOf', () => {
  it('puts parallel transitions on one edge, strongest first', () => {
    const bundles = bundlesOf(automaton, Uint8Array.of(1, 1, 1));
    expect(bundles.map(({ from, to, transitions }) => ({ from, to, transitions }))).toEqual([
      { from: 0, to: 1, transitions: [1, 0] },
      { from: 1, to: 1, transitions: [2] },
      { from: 1, to: 2, transitions: [3] },
    ]);
  });

  it('knows one transition exactly, and bounds several by the states they join', () => {
    const [both, loop] = bundlesOf(automaton, Uint8Array.of(1, 1, 1));
    // 30 + 50 dialogues took a or b, but only 50 are known at state 1.
    expect(both).toMatchObject({ support: 50, exact: false });
    expect(loop).toMatchObject({ support: 5, exact: true });
  });

  it('says how many dialogues are on several transitions where that was counted', () => {
    const counted = { ...automaton, transitions: { ...automaton.transitions, together: [42, 42, 5, 20] } };
    const [both, loop] = bundlesOf(counted, Uint8Array.of(1, 1, 1));
    expect(both).toMatchObject({ support: 42, exact: true });
    expect(loop).toMatchObject({ support: 5, exact: true });
  });

  it('draws every transition between shown states once, and no other', () => {
    fc.assert(
      fc.property(anyAutomaton, fc.nat(), (source, mask) => {
        const shown = Uint8Array.from(
          source.states.support as number[],
          (_, state) => ((mask >> (state % 20)) & 1) ^ 1,
        );
        const drawn = bundlesOf(source, shown).flatMap((bundle) => bundle.transitions);
        const expected = Array.from(source.transitions.from, (_, index) => index).filter(
          (index) => shown[source.transitions.from[index]] && shown[source.transitions.to[index]],
        );
        expect([...drawn].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});

describe('treeBundles', () => {
  it('names the edge by which the tree enters each state', () => {
    const bundles = bundlesOf(automaton, Uint8Array.of(1, 1, 1));
    const into = treeBundles(bundles, spanningTree(automaton, null));
    expect([...into.keys()]).toEqual([1, 2]);
    expect(into.get(2)?.from).toBe(1);
  });
});
