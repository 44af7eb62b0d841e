import type { Automaton } from '../../domain/automaton.ts';
import type { LearningReport } from '../../domain/figures.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import type { DecisionOutcome, MergeDecision } from '../merging/decisions.ts';
import { givenPairs } from '../merging/orders.ts';
import { mergeByPolicy } from '../merging/search.ts';
import { assembleAutomaton } from './assemble.ts';
import { acceptedPairs } from './merging/candidate-pairs.ts';
import { closeUnderDeterminism, NO_PAIRS, type StatePairs } from './merging/strongest-pairs.ts';
import type { PartLimits } from './reading/restrict.ts';
import { mostVisitedState } from './reading/visits.ts';
import { growPrefixTree } from './tree/grow-tree.ts';
import type { GrownTree, PrefixTree, PrefixTreeOptions } from './tree/prefix-tree.ts';

type MergeFigures = Pick<
  LearningReport,
  'statesBeforeMerging' | 'statesBeforeClosure' | 'candidates' | 'accepted' | 'forced'
>;

export function learningReport(automaton: Automaton, merging?: MergeFigures): LearningReport {
  const states = automaton.stateCount;
  return {
    states,
    ...(merging ?? {
      statesBeforeMerging: states,
      statesBeforeClosure: states,
      candidates: 0,
      accepted: 0,
      forced: 0,
    }),
    transitions: automaton.transitionSymbols.length,
    largestStateShare: mostVisitedState(automaton).share,
  };
}

interface Merging {
  readonly classOf: Int32Array;
  /** Pairs of one role with φ > λ. */
  readonly candidates: number;
  /** Candidates whose states were not yet merged, in order. */
  readonly accepted: StatePairs;
  readonly forced: number;
  /** The number of classes after the accepted pairs, before determinism forced further merges. */
  readonly classesBeforeClosure: number;
  readonly classes: number;
}

/**
 * Merges the states of a prefix tree (section 3.2.3): all pairs of one role with φ > λ, then what determinism forces. φ
 * is computed once, on the unmerged tree, so the order of pairs does not change the result.
 * @param lambda λ ≥ 0; null merges nothing
 * @throws RangeError on a negative λ or NaN
 */
export function mergeStates(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  lambda: number | null,
): Merging {
  if (lambda !== null && !(lambda >= 0)) {
    throw new RangeError(`lambda is ${lambda}; expected a number of 0 or more, or null to merge nothing.`);
  }
  const { candidates, accepted } =
    lambda === null ? { candidates: 0, accepted: NO_PAIRS } : acceptedPairs(tree, symbols, lambda);
  const closure = closeUnderDeterminism(tree, accepted);
  return {
    classOf: closure.classOf,
    candidates,
    accepted,
    forced: closure.forced,
    classesBeforeClosure: tree.stateCount - accepted.length,
    classes: closure.classCount,
  };
}

export interface PaperOptions extends PrefixTreeOptions {
  /** λ: pairs with a larger φ are merged; null merges nothing. */
  readonly lambda: number | null;
  readonly decisions?: readonly MergeDecision[];
}

export type LearningStage = 'tree' | 'merging' | 'automaton';

export interface Learned<Learner extends string, Options, Found = Automaton, Corpus = SymbolCorpus> {
  readonly learner: Learner;
  readonly corpus: Corpus;
  readonly options: Options;
  readonly automaton: Found;
  readonly report: LearningReport;
}

export interface LearnedPaper extends Learned<'paper', PaperOptions> {
  readonly grown: GrownTree;
  readonly decisions: readonly DecisionOutcome[];
}

/**
 * Learns the automaton as published: prefix tree, then state merging (section 3.2, appendix B).
 * @param onStage called before each stage; throw to stop
 * @param before the earlier result, to grow only changed parts of the tree; the result is the same
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
  const merged = mergedTree(grown.tree, corpus.symbols, options, onStage);
  return { learner: 'paper', corpus, options, grown, ...merged };
}

/** Merges the states of a grown tree as published. @throws RangeError on an option out of range */
export function mergedTree(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
): Pick<LearnedPaper, 'automaton' | 'report' | 'decisions'> {
  onStage('merging');
  const merging = mergedBy(tree, symbols, options);
  onStage('automaton');
  const automaton = assembleAutomaton(tree, symbols, merging.classOf);
  const report = learningReport(automaton, {
    statesBeforeMerging: tree.stateCount,
    statesBeforeClosure: merging.classesBeforeClosure,
    candidates: merging.candidates,
    accepted: merging.accepted,
    forced: merging.forced,
  });
  return { automaton, report, decisions: merging.decisions };
}

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

/** The paper's thresholds (appendix B): any depth; dialogues continue from every state where they ended a turn. */
export const DEFAULT_PAPER_OPTIONS: PaperOptions = {
  tau: 5,
  lambda: 0.1,
  depth: null,
  continueAt: 'ends',
};

/**
 * The settings of the paper's figures (appendix D): four levels, and states with more than ten dialogues. The paper
 * limits only the drawing. Here the depth also limits learning, so that hidden states cannot merge with visible ones.
 */
export const PAPER_FIGURES: { readonly learning: PaperOptions; readonly view: PartLimits } = {
  learning: { ...DEFAULT_PAPER_OPTIONS, depth: 4 },
  view: { minimumSupport: 11, maximumDepth: 4 },
};
