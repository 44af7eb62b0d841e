import { describe, expect, it } from 'vitest';
import { layOutLarge } from '../../../tests/fixtures/example-automata.ts';
import type { DrawnAutomaton } from './drawn-automaton.ts';
import { carryOver } from './lay-out.ts';

/** A tree as an automaton to draw. `parents[q]` is the parent of q, -1 for q₀. */
function tree(parents: readonly number[]): DrawnAutomaton {
  const states = parents.map((_, state) => state);
  const depths: number[] = states.map((state) => (state === 0 ? 0 : 1));
  for (const state of states) if (state > 0) depths[state] = depths[parents[state]] + 1;
  return {
    dialogues: 10,
    symbols: states.map((state) => ({ role: 'user' as const, tag: `tag-${state}` })),
    states: {
      roles: states.map((state) => (state === 0 ? 2 : 1)),
      support: states.map(() => 10),
      ends: states.map(() => 0),
      merged: states.map(() => 1),
      depths,
    },
    transitions: {
      from: states.slice(1).map((state) => parents[state]),
      to: states.slice(1),
      symbol: states.slice(1),
      support: states.slice(1).map(() => 10),
    },
  };
}

const ALL = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };

describe('carryOver', () => {
  it('keeps every state that is in both where it is, whatever its number', () => {
    // q0 → 1, 2, 3 and 2 → 4; then 1 disappears and a new state comes below the old 3.
    const before = layOutLarge(tree([-1, 0, 0, 0, 2]), ALL, null);
    const stateAfter = [0, -1, 1, 2, 3];
    const after = tree([-1, 0, 0, 1, 2]);
    const carried = layOutLarge(after, ALL, carryOver(before, stateAfter, 5));
    const placeIn = ({ scene }: typeof before, state: number) => {
      const { x, y } = scene.nodes.find((node) => node.state === state)!;
      return { x, y };
    };
    stateAfter.forEach((now, old) => {
      if (now !== -1) expect(placeIn(carried, now)).toEqual(placeIn(before, old));
    });
    expect(carried.scene.nodes.map(({ state }) => state).sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
