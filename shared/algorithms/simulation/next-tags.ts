import type { AutomatonStructure } from '../../domain/automaton.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';

/** A transition that leads on from a state. */
interface NextTag {
  readonly symbol: SymbolInfo;
  readonly to: number;
  readonly support: number;
  /** Share of the dialogues that were at the state, 0 … 1; those of several transitions need not add up to 1. */
  readonly share: number;
}

/** Returns the transitions that some dialogue takes, most taken first. */
export function nextTags(automaton: AutomatonStructure, state: number): NextTag[] {
  const next: NextTag[] = [];
  const { transitionOffsets, transitionSymbols, transitionTargets, transitionSupport } = automaton;
  for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++) {
    // The dialogues of such a transition all skip their first turn.
    if (transitionSupport[at] === 0) continue;
    next.push({
      symbol: automaton.symbols[transitionSymbols[at]],
      to: transitionTargets[at],
      support: transitionSupport[at],
      share: automaton.support[state] === 0 ? 0 : transitionSupport[at] / automaton.support[state],
    });
  }
  return next.sort((a, b) => b.support - a.support || bySymbol(a.symbol, b.symbol));
}

function bySymbol(a: SymbolInfo, b: SymbolInfo): number {
  return compareCodePoints(a.tag, b.tag) || compareCodePoints(a.role, b.role);
}
