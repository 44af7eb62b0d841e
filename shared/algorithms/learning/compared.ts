import type { Automaton } from '../../domain/automaton.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { areEqualSymbols } from '../automaton/corpus/symbol-corpus.ts';
import { type ComparedAutomaton, comparedAutomaton } from '../automaton/difference/match-states.ts';
import { type AutomatonParts, automatonFromParts } from '../automaton/written/serialise.ts';
import { contextFromParts, type TrackedContext, trackContext } from '../retrieval/context/context-parts.ts';
import { contextStructure, deepestStates } from '../retrieval/context/context-structure.ts';
import type { LearnedAutomaton } from './learn.ts';

export interface KnownAutomaton extends ComparedAutomaton {
  readonly alphabet: readonly SymbolInfo[];
}

export function comparedOf(learned: LearnedAutomaton): KnownAutomaton {
  return learned.learner === 'context'
    ? comparedContext(trackContext(learned.corpus, learned.automaton), learned.corpus.keys)
    : knownPaths(learned.automaton, learned.corpus.keys);
}

export function comparedFromParts(
  learner: LearnedAutomaton['learner'],
  parts: AutomatonParts,
  keys: readonly string[],
): KnownAutomaton {
  return learner === 'context'
    ? comparedContext(contextFromParts(parts), keys)
    : knownPaths(automatonFromParts(parts), keys);
}

function knownPaths(automaton: Automaton, keys: readonly string[]): KnownAutomaton {
  return { ...comparedAutomaton(automaton, keys), alphabet: automaton.symbols };
}

/** Returns a context automaton with one path per answer. The path's turn is the answer's. */
function comparedContext(context: TrackedContext, keys: readonly string[]): KnownAutomaton {
  const { replyDialogues, replyTurns, dialogueCount } = context;
  const { parents, slots } = context.automaton;
  const deepest = deepestStates(context);
  const structure = contextStructure(context, deepest);
  const { depths, transitionTargets, transitionSymbols } = structure;
  const enteredBy = new Int32Array(structure.stateCount).fill(-1);
  for (let transition = 0; transition < transitionTargets.length; transition++)
    enteredBy[transitionTargets[transition]!] = transitionSymbols[transition]!;
  // Plain loops are fast, and a person waits for this after every edit.
  const pathOffsets = new Int32Array(dialogueCount + 1);
  for (let reply = 0; reply < replyDialogues.length; reply++)
    pathOffsets[replyDialogues[reply]! + 1]! += depths[deepest[slots[reply]!]!]!;
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++)
    pathOffsets[dialogue + 1]! += pathOffsets[dialogue]!;
  const pathTurns = new Int32Array(pathOffsets[dialogueCount]!);
  const pathStates = new Int32Array(pathOffsets[dialogueCount]!);
  const pathSymbols = new Int32Array(pathOffsets[dialogueCount]!);
  let start = 0;
  for (let reply = 0; reply < replyDialogues.length; reply++) {
    let state = deepest[slots[reply]!]!;
    const end = start + depths[state]!;
    for (let visit = end - 1; visit >= start; visit--) {
      pathTurns[visit] = replyTurns[reply]!;
      pathStates[visit] = state;
      pathSymbols[visit] = enteredBy[state]!;
      state = parents[state]!;
    }
    start = end;
  }
  return { alphabet: context.symbols, structure, keys, pathOffsets, pathTurns, pathStates, pathSymbols };
}

export function areEqual(left: KnownAutomaton, right: KnownAutomaton): boolean {
  const a = left.structure;
  const b = right.structure;
  return (
    areEqualSymbols(left.alphabet, right.alphabet) &&
    areEqualArrays(left.keys, right.keys) &&
    areEqualArrays(a.transitionOffsets, b.transitionOffsets) &&
    areEqualArrays(a.transitionSymbols, b.transitionSymbols) &&
    areEqualArrays(a.transitionTargets, b.transitionTargets) &&
    areEqualArrays(a.merged, b.merged) &&
    areEqualArrays(a.ends, b.ends) &&
    areEqualArrays(left.pathOffsets, right.pathOffsets) &&
    areEqualArrays(left.pathTurns, right.pathTurns) &&
    areEqualArrays(left.pathStates, right.pathStates) &&
    areEqualArrays(left.pathSymbols, right.pathSymbols)
  );
}

export function areEqualArrays<Value>(left: ArrayLike<Value>, right: ArrayLike<Value>): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
