import type { Automaton, AutomatonStructure } from '../../../domain/automaton.ts';

/** An automaton with the visits of its dialogues, made by any learner. */
export interface ComparedAutomaton {
  readonly structure: AutomatonStructure;
  /** length = dialogues; distinct, in code-point order */
  readonly keys: readonly string[];
  /** length = dialogues + 1; visits of dialogue d are `pathOffsets[d] … pathOffsets[d+1]-1`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  /** length = visits; ascending within a dialogue */
  readonly pathRounds: Int32Array;
  readonly pathStates: Int32Array;
  /** length = visits; the symbol (of the structure) that led there; distinct within a dialogue's turn */
  readonly pathSymbols: Int32Array;
}

/** @param keys of the dialogues, in the automaton's order */
export function comparedAutomaton(automaton: Automaton, keys: readonly string[]): ComparedAutomaton {
  const { pathOffsets, pathRounds, pathStates, pathSymbols } = automaton;
  return { structure: automaton, keys, pathOffsets, pathRounds, pathStates, pathSymbols };
}

/** True if one transition enters every state but q₀. Then the symbols on the way from q₀ identify a state. */
export function isTree({ transitionTargets, stateCount }: AutomatonStructure): boolean {
  if (transitionTargets.length !== stateCount - 1) return false;
  const isEntered = new Uint8Array(stateCount);
  for (const target of transitionTargets) isEntered[target] = 1;
  return isEntered[0] === 0 && isEntered.indexOf(0, 1) === -1;
}
