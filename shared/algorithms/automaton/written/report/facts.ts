import type { Automaton, AutomatonStructure } from '../../../../domain/automaton.ts';
import type { SymbolInfo } from '../../../../domain/symbols.ts';
import type { FlowFigures } from '../../../performance/measure-flow.ts';
import { type AutomataDifference, compareAutomata } from '../../difference/compare-automata.ts';
import type { ComparedAutomaton } from '../../difference/compared-automaton.ts';

/** What a report tells beside states and ways, where it is known. States are those of the whole automaton. */
export interface ReportFacts {
  /** Commonest first. */
  readonly variants: readonly Variant[];
  /** Null where no times are known. */
  readonly waits: FlowFigures['ways'] | null;
  /** Null where there is no automaton before it that was learned alike. */
  readonly since: Since | null;
  /** What is known of how sure it is, a line each. */
  readonly certainty: readonly Certainty[];
}

/** Dialogues that went through the automaton by the very same moves. */
interface Variant {
  readonly moves: readonly SymbolInfo[];
  readonly dialogues: number;
}

/** What changed since an automaton before. */
export interface Since {
  /** Which that was, in words. */
  readonly before: string;
  readonly difference: AutomataDifference;
  readonly structure: AutomatonStructure;
}

export interface Certainty {
  readonly what: string;
  readonly figure: string;
}

/**
 * The ways through an automaton that at least `least` dialogues went from their beginning to where they stop. Linear in
 * visits.
 */
export function pathVariants(
  { symbols, dialogueCount, pathOffsets, pathSymbols }: Automaton,
  least: number,
): Variant[] {
  const counts = new Map<string, { readonly first: number; dialogues: number }>();
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    const path = pathSymbols.subarray(pathOffsets[dialogue], pathOffsets[dialogue + 1]);
    if (path.length === 0) continue;
    const key = path.join(' ');
    const found = counts.get(key);
    if (found) found.dialogues++;
    else counts.set(key, { first: dialogue, dialogues: 1 });
  }
  return [...counts.values()]
    .filter(({ dialogues }) => dialogues >= least)
    .sort((a, b) => b.dialogues - a.dialogues || a.first - b.first)
    .map(({ first, dialogues }) => ({
      dialogues,
      moves: Array.from(
        pathSymbols.subarray(pathOffsets[first], pathOffsets[first + 1]),
        (symbol) => symbols[symbol],
      ),
    }));
}

/** What differs from an automaton before. @param named which that was, in words */
export const changesSince = (before: ComparedAutomaton, after: ComparedAutomaton, named: string): Since => ({
  before: named,
  difference: compareAutomata(before, after),
  structure: before.structure,
});
