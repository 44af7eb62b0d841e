import { append } from '../../../domain/append.ts';
import type { AutomatonStructure } from '../../../domain/automaton.ts';
import type { Role } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';

interface TransitionRow {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly tag: string;
  readonly symbol: SymbolInfo;
  readonly support: number;
}

export function* eachTransition(automaton: AutomatonStructure): Generator<TransitionRow> {
  for (let from = 0; from < automaton.stateCount; from++) {
    for (let t = automaton.transitionOffsets[from]; t < automaton.transitionOffsets[from + 1]; t++) {
      const symbol = automaton.symbols[automaton.transitionSymbols[t]];
      const support = automaton.transitionSupport[t];
      yield { from, to: automaton.transitionTargets[t], role: symbol.role, tag: symbol.tag, symbol, support };
    }
  }
}

/** Returns the index of the transition from `state` by `symbol`; -1 if there is none. */
export function transitionOf(automaton: AutomatonStructure, state: number, symbol: number): number {
  const { transitionOffsets, transitionSymbols } = automaton;
  let low = transitionOffsets[state];
  let high = transitionOffsets[state + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (transitionSymbols[middle] === symbol) return middle;
    if (transitionSymbols[middle] < symbol) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const MOST_ENTRIES = 1_000_000;

/** Returns a look-up that uses a table, unless the table would be too large. */
export function transitionLookup(automaton: AutomatonStructure): (state: number, symbol: number) => number {
  const { stateCount, transitionOffsets, transitionSymbols } = automaton;
  const width = automaton.symbols.length;
  if (stateCount * width > MOST_ENTRIES) return (state, symbol) => transitionOf(automaton, state, symbol);
  const table = new Int32Array(stateCount * width).fill(-1);
  for (let state = 0; state < stateCount; state++)
    for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++)
      table[state * width + transitionSymbols[at]] = at;
  return (state, symbol) => table[state * width + symbol];
}

export function delta(automaton: AutomatonStructure, state: number, symbol: number): number {
  const transition = transitionOf(automaton, state, symbol);
  return transition === -1 ? -1 : automaton.transitionTargets[transition];
}

interface PathStep {
  readonly from: number;
  readonly role: Role;
  readonly tag: string;
}

/** Returns the shortest path to every reachable state, strongest among equally short ones; states in that order. */
export function shortestPaths(automaton: AutomatonStructure): {
  readonly order: readonly number[];
  readonly pathTo: (state: number) => PathStep[];
} {
  const outgoing = new Map<
    number,
    { readonly to: number; readonly step: PathStep; readonly support: number }[]
  >();
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    append(outgoing, from, { to, step: { from, role, tag }, support });
  }
  const into = new Map<number, PathStep>();
  const order = [0];
  for (const state of order) {
    const transitions = (outgoing.get(state) ?? []).sort((a, b) => b.support - a.support);
    for (const { to, step } of transitions) {
      if (to === 0 || into.has(to)) continue;
      into.set(to, step);
      order.push(to);
    }
  }
  const pathTo = (state: number): PathStep[] => {
    const steps: PathStep[] = [];
    for (let step = into.get(state); step; step = into.get(step.from)) steps.unshift(step);
    return steps;
  };
  return { order, pathTo };
}
