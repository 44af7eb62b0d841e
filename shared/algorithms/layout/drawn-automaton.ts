import type { AutomatonStructure } from '../../domain/automaton.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';

export interface PlacedState {
  readonly direction: 'right' | 'down';
  readonly x: number;
  readonly y: number;
}

/** The parts of an automaton that the layout needs; state 0 is q₀. Fits the contract and the learner's arrays. */
export interface DrawnAutomaton {
  readonly dialogues: number;
  readonly symbols: readonly SymbolInfo[];
  readonly states: {
    /** Role of the entering symbols: 0 system, 1 user, 2 neither (q₀). */
    readonly roles: ArrayLike<number>;
    /** |I(q)| */
    readonly support: ArrayLike<number>;
    readonly ends: ArrayLike<number>;
    /** Number of prefix-tree states merged into the state; 1 = not merged. */
    readonly merged: ArrayLike<number>;
    readonly depths: ArrayLike<number>;
    readonly names?: ArrayLike<string>;
    readonly colours?: ArrayLike<string>;
    readonly phases?: ArrayLike<string>;
    /** Positions that people gave the states in pictures of each direction; null if the layout decides. */
    readonly places?: ArrayLike<PlacedState | null>;
    readonly certainty?: ArrayLike<number>;
    /** The number of states in a box; 0 for a state. */
    readonly within?: ArrayLike<number>;
  };
  readonly transitions: {
    readonly from: ArrayLike<number>;
    readonly to: ArrayLike<number>;
    /** For collapsed groups: the real states; within a box `from` and `to` are −1. */
    readonly own?: { readonly from: ArrayLike<number>; readonly to: ArrayLike<number> };
    readonly symbol: ArrayLike<number>;
    /** Distinct dialogues that took the transition. */
    readonly support: ArrayLike<number>;
    readonly together?: ArrayLike<number>;
    /** 1 = a main transition; without it, all are main. */
    readonly main?: ArrayLike<number>;
    /** Per mille of dialogues that take only transitions at least as strong. */
    readonly covered?: ArrayLike<number>;
    readonly certainty?: ArrayLike<number>;
    /** The number of further transitions, left out because too few dialogues took them. */
    readonly leftOut?: number;
  };
}

export function placeOf({ states }: DrawnAutomaton, state: number, direction: PlacedState['direction']) {
  const place = states.places?.[state];
  return place?.direction === direction ? place : null;
}

export function toDrawn(automaton: AutomatonStructure) {
  const from: number[] = [];
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let at = automaton.transitionOffsets[state]; at < automaton.transitionOffsets[state + 1]; at++)
      from.push(state);
  }
  return {
    dialogues: automaton.dialogueCount,
    symbols: [...automaton.symbols],
    states: {
      roles: Array.from(automaton.roles),
      support: Array.from(automaton.support),
      ends: Array.from(automaton.ends),
      merged: Array.from(automaton.merged),
      depths: Array.from(automaton.depths),
      ...(automaton.stateCertainty ? { certainty: Array.from(automaton.stateCertainty) } : {}),
    },
    transitions: {
      from,
      to: Array.from(automaton.transitionTargets),
      symbol: Array.from(automaton.transitionSymbols),
      support: Array.from(automaton.transitionSupport),
      ...(automaton.main ? { main: Array.from(automaton.main) } : {}),
      ...(automaton.transitionCertainty ? { certainty: Array.from(automaton.transitionCertainty) } : {}),
    },
  } satisfies DrawnAutomaton;
}

const LEAST_CERTAINTY = 50;
export const isUncertain = (certainty: ArrayLike<number> | undefined, at: number): boolean =>
  certainty !== undefined && certainty[at] < LEAST_CERTAINTY;

/**
 * Percentage of dialogues whose whole path is drawn, by the strongest transitions; undefined: main transitions only.
 */
export type Cover = number | undefined;

/** Transitions by their source: those of state q are `transitions[offsets[q]] … transitions[offsets[q+1]-1]`. */
export interface Outgoing {
  readonly offsets: Int32Array;
  readonly transitions: Int32Array;
}

export const isDrawn = (automaton: DrawnAutomaton, cover: Cover, index: number): boolean =>
  automaton.transitions.from[index] >= 0 && isChosen(automaton, cover, index);

export function isChosen({ transitions }: DrawnAutomaton, cover: Cover, index: number): boolean {
  const { from, main, covered, support } = transitions;
  // Only dialogues with an undrawn first turn take this transition from the start.
  if (main !== undefined && from[index] === 0 && support[index] === 0) return false;
  if (cover === undefined) return main === undefined || main[index] === 1;
  return covered === undefined || covered[index] < 10 * cover;
}

/** Sorts the transitions by source, keeping their order (counting sort). */
export function outgoingOf(automaton: DrawnAutomaton, cover?: Cover): Outgoing {
  const { from } = automaton.transitions;
  const stateCount = automaton.states.roles.length;
  const offsets = new Int32Array(stateCount + 1);
  let count = 0;
  for (let index = 0; index < from.length; index++) {
    if (!isDrawn(automaton, cover, index)) continue;
    offsets[from[index] + 1]++;
    count++;
  }
  for (let state = 0; state < stateCount; state++) offsets[state + 1] += offsets[state];
  const next = offsets.slice(0, stateCount);
  const transitions = new Int32Array(count);
  for (let index = 0; index < from.length; index++)
    if (isDrawn(automaton, cover, index)) transitions[next[from[index]]++] = index;
  return { offsets, transitions };
}
