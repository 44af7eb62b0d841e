import { describe, expect, it } from 'vitest';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { Step } from './describe.ts';
import { highlightOf, placeOf, placesOf, selectionOf } from './selection.ts';

const graph = {
  symbols: [
    { role: 'system', tag: 'refund' },
    { role: 'user', tag: 'refund' },
  ],
  states: { support: [10, 5, 5], roles: [2, 1, 0], ends: [], merged: [], depths: [] },
} as unknown as AutomatonGraph;

const steps: readonly Step[] = [
  { turn: 0, from: 0, to: 1, role: 'user', tag: 'refund' },
  { turn: 2, from: 1, to: 2, role: 'system', tag: 'refund' },
];

describe('selection and place', () => {
  it('convert to each other', () => {
    const selection = { kind: 'transition', from: 0, to: 1, symbol: 1 } as const;
    const place = placeOf(selection, graph);
    expect(place).toEqual({ kind: 'transition', from: 0, to: 1, symbol: { role: 'user', tag: 'refund' } });
    expect(selectionOf(place, graph)).toEqual(selection);
    expect(selectionOf(placeOf(null, graph), graph)).toBeNull();
  });

  it('drop what only another automaton had', () => {
    expect(selectionOf({ kind: 'state', state: 9 }, graph)).toBeNull();
    const gone = { kind: 'transition', from: 0, to: 1, symbol: { role: 'user', tag: 'gone' } } as const;
    expect(selectionOf(gone, graph)).toBeNull();
  });
});

describe('highlightOf', () => {
  const looked = { turn: null, hovered: null, pathLit: false };

  it('highlights the state that the turn reached, even if the turn itself took no step', () => {
    expect(highlightOf(steps, { ...looked, turn: 1 }, graph)).toEqual({ kind: 'state', state: 1 });
    expect(highlightOf(steps, { ...looked, turn: 2 }, graph)).toEqual({ kind: 'state', state: 2 });
  });

  it('prefers the turn under the pointer to the focused one', () => {
    expect(highlightOf(steps, { ...looked, turn: 2, hovered: 0 }, graph)).toEqual({
      kind: 'state',
      state: 1,
    });
  });

  it('highlights the start before any step, and nothing without a turn', () => {
    expect(highlightOf([], { ...looked, turn: 0 }, graph)).toEqual({ kind: 'state', state: 0 });
    expect(highlightOf(steps, looked, graph)).toBeNull();
  });

  it('highlights the path on request, up to the turn under the pointer', () => {
    const path = (hovered: number | null) => highlightOf(steps, { turn: 0, hovered, pathLit: true }, graph);
    const whole = [
      { state: 1, symbol: 1 },
      { state: 2, symbol: 0 },
    ];
    expect(path(null)).toEqual({ kind: 'path', steps: whole });
    expect(path(1)).toEqual({ kind: 'path', steps: whole.slice(0, 1) });
  });
});

describe('placesOf', () => {
  const [user, system] = [{ role: 'user', tag: 'ask' } as const, { role: 'system', tag: 'tell' } as const];
  // The tag occurs twice: on the path to an end, and once more out of it.
  const told = {
    symbols: [user, system],
    states: { ends: [0, 0, 0, 4, 0] },
    transitions: { from: [0, 0, 1, 3, 2], to: [1, 2, 3, 2, 4], symbol: [0, 1, 1, 1, 0] },
  } as unknown as AutomatonGraph;
  const transitions = (pattern: Parameters<typeof placesOf>[0]) => {
    const places = placesOf(pattern, told);
    return places?.kind === 'places' ? places.transitions.map(({ from, to }) => `${from}-${to}`) : places;
  };

  it('returns the transitions of the move and the states they lead to', () => {
    expect(placesOf({ kind: 'does', move: system }, told)).toEqual({
      kind: 'places',
      states: [2, 3],
      transitions: [
        { from: 0, to: 2 },
        { from: 1, to: 3 },
        { from: 3, to: 2 },
      ],
    });
  });

  it('returns transitions from the start for a beginning, and those to ends for an end', () => {
    expect(transitions({ kind: 'starts', move: system })).toEqual(['0-2']);
    expect(transitions({ kind: 'ends', move: system })).toEqual(['1-3']);
    expect(transitions({ kind: 'ends', move: user })).toBeNull();
  });

  it("returns the transitions of the second move that leave the first one's states", () => {
    expect(transitions({ kind: 'follows', move: user, next: system })).toEqual(['1-3']);
    expect(placesOf({ kind: 'follows', move: user, next: system }, told)).toMatchObject({ states: [1, 3] });
    expect(transitions({ kind: 'follows', move: system, next: system })).toEqual(['3-2']);
  });

  it('returns null if the automaton does not have the move', () => {
    expect(transitions({ kind: 'does', move: { role: 'user', tag: 'gone' } })).toBeNull();
  });
});
