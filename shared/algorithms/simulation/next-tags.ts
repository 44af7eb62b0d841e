import type { AutomatonStructure } from '../../domain/automaton.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';

interface NextTag {
  readonly symbol: SymbolInfo;
  readonly to: number;
  readonly support: number;
  /** The share of the dialogues at the state that take the transition, 0 … 1. The shares need not add up to 1. */
  readonly share: number;
}

export function nextTags(automaton: AutomatonStructure, state: number): NextTag[] {
  const next: NextTag[] = [];
  const { transitionOffsets, transitionSymbols, transitionTargets, transitionSupport } = automaton;
  for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++) {
    // All dialogues of such a transition skip their first turn.
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
