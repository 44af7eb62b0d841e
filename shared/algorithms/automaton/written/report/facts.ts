import type { Automaton, AutomatonStructure } from '../../../../domain/automaton.ts';
import type { SymbolInfo } from '../../../../domain/symbols.ts';
import type { FlowFigures } from '../../../performance/measure-flow.ts';
import { type AutomataDifference, compareAutomata } from '../../difference/compare-automata.ts';
import type { ComparedAutomaton } from '../../difference/compared-automaton.ts';

/** Optional facts of a report besides states and transitions. States are those of the whole automaton. */
export interface ReportFacts {
  /** Commonest first. */
  readonly variants: readonly Variant[];
  /** Null if no times are known. */
  readonly waits: FlowFigures['ways'] | null;
  /** Null if there is no earlier automaton learned in the same way. */
  readonly since: Since | null;
  /** Known facts about certainty, one per line. */
  readonly certainty: readonly Certainty[];
}

/** Dialogues that went through the automaton by the very same moves. */
interface Variant {
  readonly moves: readonly SymbolInfo[];
  readonly dialogues: number;
}

/** The changes since an earlier automaton. */
export interface Since {
  /** Description of the earlier automaton. */
  readonly before: string;
  readonly difference: AutomataDifference;
  readonly structure: AutomatonStructure;
}

export interface Certainty {
  readonly what: string;
  readonly figure: string;
}

/** Returns the complete paths of at least `least` dialogues each. Linear in visits. */
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

/** Returns the changes since an earlier automaton. @param named description of the earlier one */
export const changesSince = (before: ComparedAutomaton, after: ComparedAutomaton, named: string): Since => ({
  before: named,
  difference: compareAutomata(before, after),
  structure: before.structure,
});
