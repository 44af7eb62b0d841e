import type { AutomatonStructure } from '../../../domain/automaton.ts';

/** The transition that leaves `state` by `symbol` (its index, by binary search); -1 if δ is undefined. */
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

/** δ(q, symbol), -1 if it is undefined. */
export function delta(automaton: AutomatonStructure, state: number, symbol: number): number {
  const transition = transitionOf(automaton, state, symbol);
  return transition === -1 ? -1 : automaton.transitionTargets[transition];
}
