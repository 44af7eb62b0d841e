import type { Automaton } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { assembleAutomaton, countedFromStart } from '../automaton/assemble.ts';
import { type Learned, type LearningStage, learningReport, type PaperOptions } from '../automaton/learn.ts';
import { acceptedPairs } from '../automaton/merging/candidate-pairs.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import { overviewSequences, withMainTransitions } from '../overview/learn-overview.ts';
import { type SymbolSequences, type TurnKinds, turnKinds } from '../overview/one-symbol.ts';
import type { DecisionOutcome, MergeDecision } from './decisions.ts';
import { atMost, givenPairs, joinRare, redBlue } from './orders.ts';
import { alergia, kTails } from './rules.ts';
import { type MergeResult, type MergingPolicy, mergeByPolicy, type Order } from './search.ts';

function treeOfSequences({ symbols, offsets, steps, turns, isWhole }: SymbolSequences): PrefixTree {
  const { tree } = growPrefixTree(
    {
      symbols,
      keys: Array.from({ length: offsets.length - 1 }, (_, dialogue) => String(dialogue)),
      turnOffsets: offsets,
      turnRoles: Uint8Array.from(steps, (symbol) => ROLES.indexOf(symbols[symbol].role)),
      symbolOffsets: Int32Array.from({ length: steps.length + 1 }, (_, step) => step),
      symbolIds: steps,
      givenIds: steps,
    },
    { tau: 0, depth: null, continueAt: 'ends' },
  );
  const ends = tree.ends.slice();
  isWhole.forEach((whole, dialogue) => {
    const last = offsets[dialogue + 1] - 1;
    if (whole === 0) ends[last < offsets[dialogue] ? 0 : tree.pathStates[last]]--;
  });
  // Each step is one visit. The turn of a visit is that of its step, because paths skip some turns.
  return { ...tree, ends, pathTurns: turns };
}

export interface PolicyOptions {
  readonly policy: 'phi' | 'alergia' | 'k-tails';
  /** For `phi`: λ of the paper's automaton. */
  readonly lambda: number | null;
  /** For `alergia`: the error of its test, above 0 and up to 1. */
  readonly alpha: number;
  /** For `k-tails`: the length of the tails. */
  readonly k: number;
  readonly states: number | null;
  /** States with fewer visits are merged with states of the same symbol without a test; 0 merges none. */
  readonly leastVisits: number;
  /** The maximum number of further merges of such states that one merge may force; null means no limit. */
  readonly mostForced: number | null;
}

/** The smallest share of visits with which a continuation counts as a tail. */
const TAIL_SHARE = 0.1;

export function policyOf(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  { policy, lambda, alpha, k, states, leastVisits, mostForced }: PolicyOptions,
): MergingPolicy {
  const [orders, rule] = {
    phi: (): [Order[], null] => [
      lambda === null ? [] : [givenPairs(acceptedPairs(tree, symbols, lambda).accepted)],
      null,
    ],
    alergia: (): [Order[], ReturnType<typeof alergia>] => [[redBlue(leastVisits)], alergia(alpha)],
    'k-tails': (): [Order[], ReturnType<typeof kTails>] => [[redBlue(leastVisits)], kTails(k, TAIL_SHARE)],
  }[policy]();
  const after = [
    ...(leastVisits > 0 ? [joinRare(leastVisits)] : []),
    ...(states === null ? [] : [atMost(states)]),
  ];
  return { orders: [...orders, ...after], rule, mostForced, leastVisits };
}

/** The options of merging; `MERGING_DEFAULTS` fills in missing ones. */
export interface MergingOptions extends Omit<PolicyOptions, 'lambda' | 'leastVisits' | 'states'> {
  /** States with fewer visits than this share of the dialogues are merged with states of the same symbol, 0 … 1. */
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

export interface LearnedMerging extends Learned<'merging', MergingLearnOptions> {
  readonly decisions: readonly DecisionOutcome[];
}

/** Merges states by a policy, with the symbols of an overview. @throws RangeError on an option out of range */
export function learnMerging(
  corpus: SymbolCorpus,
  options: MergingLearnOptions,
  onStage: (stage: LearningStage) => void = () => {},
): LearnedMerging {
  onStage('tree');
  const sequences = mergingSequences(turnKinds(corpus), options);
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

export const mergingSequences = (corpus: TurnKinds, options: MergingLearnOptions): SymbolSequences =>
  overviewSequences(corpus, { ...MERGING_DEFAULTS, ...options });

export const learnMergingFrom = (sequences: SymbolSequences, options: MergingLearnOptions): Automaton =>
  mergeSequences(sequences, options).automaton;

function mergeSequences(
  sequences: SymbolSequences,
  options: MergingLearnOptions,
): { readonly automaton: Automaton; readonly merged: MergeResult; readonly treeStates: number } {
  const { decisions, support, ...own } = { ...MERGING_DEFAULTS, ...options };
  if (!(support >= 0 && support <= 1))
    throw new RangeError(`support is ${support}; expected a share from 0 to 1.`);
  const { symbols } = sequences;
  const tree = treeOfSequences(sequences);
  const leastVisits = Math.ceil(support * tree.dialogueCount);
  const merged = mergeByPolicy(tree, symbols, policyOf(tree, symbols, { ...own, leastVisits }), decisions);
  const assembled = assembleAutomaton(tree, symbols, merged.classOf);
  const automaton = withMainTransitions(countedFromStart(assembled, sequences.isFromStart));
  return { automaton, merged, treeStates: tree.stateCount };
}
