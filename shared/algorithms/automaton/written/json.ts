import type { AutomatonStructure, LearningReport } from '../../../domain/automaton.ts';
import { ROLES, type Role } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';

export const AUTOMATON_DOCUMENT_FORMAT = 'dialogram-automaton';
export const AUTOMATON_DOCUMENT_VERSION = 1;

/** An automaton for people, other programs and other projects to read: counts only, nothing of a single dialogue. */
export interface AutomatonDocument {
  readonly format: typeof AUTOMATON_DOCUMENT_FORMAT;
  readonly version: number;
  /** The origin, as the caller gives it: parameters, tagger, program. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly report: LearningReport | null;
  readonly dialogues: number;
  /** In the order of symbol ids, which is code-point order of (role, tag). */
  readonly alphabet: readonly SymbolInfo[];
  /** In the order of their ids, from 0, which is the start state. */
  readonly states: readonly DocumentState[];
  /** By state left, then by symbol. */
  readonly transitions: readonly DocumentTransition[];
}

interface DocumentState {
  readonly id: number;
  /** People's name for the state; left out if it has none. */
  readonly name?: string;
  /** Role of the symbols that enter it; null for the start state. */
  readonly role: Role | null;
  readonly depth: number;
  readonly support: number;
  readonly ends: number;
  readonly accepting: boolean;
  /** States of the prefix tree merged into it; 1 = not merged. */
  readonly united: number;
  /** Percent of repetitions that found it again; left out if not measured. */
  readonly certainty?: number;
}

interface DocumentTransition {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly tag: string;
  readonly support: number;
  /** True if pictures show it first; left out if all transitions are alike. */
  readonly main?: boolean;
  readonly certainty?: number;
}

/** Returns the automaton as a plain object for JSON. @param names people's names for the states, '' for none */
export function automatonToDocument(
  automaton: AutomatonStructure,
  report: LearningReport | null,
  about: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): AutomatonDocument {
  const states: DocumentState[] = [];
  const transitions: DocumentTransition[] = [];
  for (let state = 0; state < automaton.stateCount; state++) {
    states.push({
      id: state,
      ...(names[state] ? { name: names[state] } : {}),
      role: ROLES[automaton.roles[state]] ?? null,
      depth: automaton.depths[state],
      support: automaton.support[state],
      ends: automaton.ends[state],
      accepting: automaton.ends[state] > 0,
      united: automaton.merged[state],
      ...(automaton.stateCertainty ? { certainty: automaton.stateCertainty[state] } : {}),
    });
    for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
      const { role, tag } = automaton.symbols[automaton.transitionSymbols[t]];
      const to = automaton.transitionTargets[t];
      transitions.push({
        from: state,
        to,
        role,
        tag,
        support: automaton.transitionSupport[t],
        ...(automaton.main ? { main: automaton.main[t] === 1 } : {}),
        ...(automaton.transitionCertainty ? { certainty: automaton.transitionCertainty[t] } : {}),
      });
    }
  }
  return {
    format: AUTOMATON_DOCUMENT_FORMAT,
    version: AUTOMATON_DOCUMENT_VERSION,
    about,
    report,
    dialogues: automaton.dialogueCount,
    alphabet: automaton.symbols,
    states,
    transitions,
  };
}
