import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';

export interface StateMatches {
  readonly shown: readonly number[];
  readonly hidden: readonly number[];
}

const NONE: StateMatches = { shown: [], hidden: [] };

/**
 * Returns the states whose number is the query ("12", "#12"), whose name contains it, or that a transition
 * with a matching tag leads to. Ignores case. Highest support first; ties by number.
 * @param shown by state; 1 = visible
 */
export function searchStates(automaton: DrawnAutomaton, shown: Uint8Array, query: string): StateMatches {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return NONE;
  const found = new Set<number>();
  const number = /^#?(\d{1,7})$/.exec(wanted);
  const stateCount = automaton.states.support.length;
  if (number && Number(number[1]) < stateCount) found.add(Number(number[1]));
  const symbolMatches = automaton.symbols.map((symbol) => symbol.tag.toLowerCase().includes(wanted));
  const { to, symbol } = automaton.transitions;
  for (let index = 0; index < to.length; index++) if (symbolMatches[symbol[index]!]) found.add(to[index]!);
  const { support, names } = automaton.states;
  for (let state = 0; names && state < stateCount; state++)
    if (names[state]!.toLowerCase().includes(wanted)) found.add(state);
  const strongest = [...found].sort((a, b) => support[b]! - support[a]! || a - b);
  return {
    shown: strongest.filter((state) => shown[state] === 1),
    hidden: strongest.filter((state) => shown[state] !== 1),
  };
}
