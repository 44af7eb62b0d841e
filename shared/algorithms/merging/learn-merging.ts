import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { assembleAutomaton } from '../automaton/assemble.ts';
import type { LearningStage, PaperOptions } from '../automaton/learn.ts';
import { learningReport } from '../automaton/learning-report.ts';
import { overviewSequences, withMainWays } from '../overview/learn-overview.ts';
import type { SymbolSequences } from '../overview/one-symbol.ts';
import type { DecisionOutcome, MergeDecision } from './decisions.ts';
import { treeOfSequences } from './one-symbol-tree.ts';
import { type PolicyOptions, policyOf } from './policies.ts';
import { type Merged, mergeByPolicy } from './search.ts';

/** The options of merging; omitted ones are taken from `MERGING_DEFAULTS`. */
export interface MergingOptions extends Omit<PolicyOptions, 'lambda' | 'leastVisits' | 'states'> {
  /** States with fewer visits than this share of the dialogues are joined to others of their symbol, 0 … 1. */
  readonly support: number;
  readonly states: number;
  readonly decisions: readonly MergeDecision[];
}

export const MERGING_DEFAULTS: MergingOptions = {
  policy: 'alergia',
  alpha: 1e-4,
  k: 2,
  mostForced: null,
  support: 0.01,
  states: 40,
  decisions: [],
};

export type MergingLearnOptions = PaperOptions & Partial<MergingOptions>;

/** An automaton of merged states, with what measuring it needs. */
export interface LearnedMerging {
  readonly learner: 'merging';
  readonly corpus: SymbolCorpus;
  readonly options: MergingLearnOptions;
  readonly automaton: Automaton;
  readonly report: LearningReport;
  readonly decisions: readonly DecisionOutcome[];
}

/**
 * Learns an automaton by merging states of the prefix tree of one symbol per turn, by a policy. The symbols are chosen
 * as for an overview.
 *
 * @throws RangeError on an option out of range
 */
export function learnMerging(
  corpus: SymbolCorpus,
  options: MergingLearnOptions,
  onStage: (stage: LearningStage) => void = () => {},
): LearnedMerging {
  onStage('tree');
  const sequences = overviewSequences(corpus, { ...MERGING_DEFAULTS, ...options });
  onStage('merging');
  const { automaton, merged, treeStates } = mergeSequences(sequences, options);
  onStage('automaton');
  return {
    learner: 'merging',
    corpus,
    options,
    automaton,
    report: learningReport(automaton, {
      statesBeforeMerging: treeStates,
      statesBeforeClosure: treeStates - merged.accepted,
      candidates: merged.tried,
      accepted: merged.accepted,
      forced: merged.forced,
    }),
    decisions: merged.decisions,
  };
}

/** Does the same from the turns' symbols, once they are chosen. */
export const learnMergingFrom = (sequences: SymbolSequences, options: MergingLearnOptions): Automaton =>
  mergeSequences(sequences, options).automaton;

function mergeSequences(
  sequences: SymbolSequences,
  options: MergingLearnOptions,
): { readonly automaton: Automaton; readonly merged: Merged; readonly treeStates: number } {
  const { decisions, support, ...own } = { ...MERGING_DEFAULTS, ...options };
  if (!(support >= 0 && support <= 1))
    throw new RangeError(`support is ${support}; expected a share from 0 to 1.`);
  const { symbols } = sequences;
  const tree = treeOfSequences(sequences);
  const leastVisits = Math.ceil(support * tree.dialogueCount);
  const merged = mergeByPolicy(tree, symbols, policyOf(tree, symbols, { ...own, leastVisits }), decisions);
  const automaton = withMainWays(assembleAutomaton(tree, symbols, merged.classOf));
  return { automaton, merged, treeStates: tree.stateCount };
}
