import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { assembleAutomaton } from './assemble.ts';
import { mergeStates } from './merging/merge.ts';
import { mostVisitedState } from './reading/visit-share.ts';
import { growPrefixTree } from './tree/grow-tree.ts';
import type { PrefixTree, PrefixTreeOptions } from './tree/prefix-tree.ts';

export interface PaperOptions extends PrefixTreeOptions {
  /** λ: pairs more similar than this are merged; null merges nothing and gives the prefix tree as an automaton. */
  readonly lambda: number | null;
}

/** What a learning run is about to do; the stages come in this order. */
export type LearningStage = 'tree' | 'merging' | 'automaton';
/**
 * Learns the automaton as published: prefix tree, then one pass of state merging (section 3.2, appendix B).
 *
 * @param onStage told of each stage before it starts; throw from it to stop
 * @throws RangeError on an option out of range
 */
export function learnPaperAutomaton(
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
): { automaton: Automaton; report: LearningReport } {
  onStage('tree');
  return learnFromTree(growPrefixTree(corpus, options).tree, corpus.symbols, options.lambda, onStage);
}

/** What follows once the prefix tree is grown. */
export function learnFromTree(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  lambda: number | null,
  onStage: (stage: LearningStage) => void = () => {},
): { automaton: Automaton; report: LearningReport } {
  onStage('merging');
  const merging = mergeStates(tree, symbols, lambda);
  onStage('automaton');
  const automaton = assembleAutomaton(tree, symbols, merging.classOf);
  return {
    automaton,
    report: {
      states: automaton.stateCount,
      statesBeforeMerging: tree.stateCount,
      statesBeforeClosure: merging.classesBeforeClosure,
      transitions: automaton.transitionSymbols.length,
      candidates: merging.candidates,
      accepted: merging.accepted.length,
      forced: merging.forced,
      largestStateShare: mostVisitedState(automaton).share,
    },
  };
}
