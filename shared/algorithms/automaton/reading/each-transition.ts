import type { AutomatonStructure } from '../../../domain/automaton.ts';
import type { Role } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';

interface TransitionRow {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly tag: string;
  readonly symbol: SymbolInfo;
  /** Distinct dialogues that took it. */
  readonly support: number;
}

/** The transitions of an automaton, by the state they leave, then by symbol. */
export function* eachTransition(automaton: AutomatonStructure): Generator<TransitionRow> {
  for (let from = 0; from < automaton.stateCount; from++) {
    for (let t = automaton.transitionOffsets[from]; t < automaton.transitionOffsets[from + 1]; t++) {
      const symbol = automaton.symbols[automaton.transitionSymbols[t]];
      const support = automaton.transitionSupport[t];
      yield { from, to: automaton.transitionTargets[t], role: symbol.role, tag: symbol.tag, symbol, support };
    }
  }
}
