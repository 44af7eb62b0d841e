import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import type { DecisionOutcome, MergeDecision } from '../merging/decisions.ts';
import { givenPairs } from '../merging/orders/given-pairs.ts';
import { mergeByPolicy } from '../merging/search.ts';
import { assembleAutomaton } from './assemble.ts';
import { learningReport } from './learning-report.ts';
import { mergeStates } from './merging/merge.ts';
import { growPrefixTree } from './tree/grow-tree.ts';
import type { GrownTree, PrefixTree, PrefixTreeOptions } from './tree/prefix-tree.ts';

export interface PaperOptions extends PrefixTreeOptions {
  /** λ: pairs more similar than this are merged; null merges nothing and gives the prefix tree as an automaton. */
  readonly lambda: number | null;
  /** People's decisions on states. */
  readonly decisions?: readonly MergeDecision[];
}

/** The stages of a learning run, in this order. */
export type LearningStage = 'tree' | 'merging' | 'automaton';

/** An automaton as in the paper, with the data to learn it again after a change. */
export interface LearnedPaper {
  readonly learner: 'paper';
  readonly corpus: SymbolCorpus;
  readonly options: PaperOptions;
  readonly grown: GrownTree;
  readonly automaton: Automaton;
  readonly report: LearningReport;
  readonly decisions: readonly DecisionOutcome[];
}

/**
 * Learns the automaton as published: prefix tree, then one pass of state merging (section 3.2, appendix B).
 * @param onStage called before each stage; throw from it to stop
 * @param before the earlier result, so only changed parts of the tree are grown again; the result is the same
 * @throws RangeError on an option out of range
 */
export function learnPaperAutomaton(
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
  before: LearnedPaper | null = null,
): LearnedPaper {
  onStage('tree');
  const grown = growPrefixTree(corpus, options, before?.grown);
  onStage('merging');
  const merging = mergedBy(grown.tree, corpus.symbols, options);
  onStage('automaton');
  const automaton = assembleAutomaton(grown.tree, corpus.symbols, merging.classOf);
  return {
    learner: 'paper',
    corpus,
    options,
    grown,
    automaton,
    report: learningReport(automaton, {
      statesBeforeMerging: grown.tree.stateCount,
      statesBeforeClosure: merging.classesBeforeClosure,
      candidates: merging.candidates,
      accepted: merging.accepted,
      forced: merging.forced,
    }),
    decisions: merging.decisions,
  };
}

/** Merges as published, apart from people's decisions. */
function mergedBy(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  { lambda, decisions = [] }: PaperOptions,
): Omit<ReturnType<typeof mergeStates>, 'accepted' | 'classes'> & {
  readonly accepted: number;
  readonly decisions: readonly DecisionOutcome[];
} {
  const plain = mergeStates(tree, symbols, lambda);
  if (decisions.length === 0) return { ...plain, accepted: plain.accepted.length, decisions: [] };
  const {
    classOf,
    accepted,
    forced,
    decisions: outcomes,
  } = mergeByPolicy(
    tree,
    symbols,
    { orders: [givenPairs(plain.accepted)], rule: null, mostForced: null, leastVisits: 0 },
    decisions,
  );
  const { candidates } = plain;
  return {
    classOf,
    candidates,
    accepted,
    forced,
    classesBeforeClosure: tree.stateCount - accepted,
    decisions: outcomes,
  };
}
