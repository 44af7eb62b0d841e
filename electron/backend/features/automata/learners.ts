import { automatonAlarms } from '#shared/algorithms/automaton/alarms.ts';
import { type LearningStage, learnFromTree, type PaperOptions } from '#shared/algorithms/automaton/learn.ts';
import { compareCorpora } from '#shared/algorithms/automaton/tree/corpus-change.ts';
import { growPrefixTree } from '#shared/algorithms/automaton/tree/grow-tree.ts';
import type { GrownTree } from '#shared/algorithms/automaton/tree/prefix-tree.ts';
import { automatonToParts } from '#shared/algorithms/automaton/written/serialise.ts';
import {
  CONTEXT_DEFAULTS,
  type ContextAutomaton,
  learnContextAutomaton,
} from '#shared/algorithms/retrieval/context/context-automaton.ts';
import { type TurnCorpus, withTurns } from '#shared/algorithms/retrieval/turn-corpus.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { Automaton, LearningReport } from '#shared/domain/automaton.ts';
import type { SymbolCorpus } from '#shared/domain/symbols.ts';
import type { StoredParts } from '../../store/runs/automaton-table.ts';
import { contextToParts, trackContext } from './context-parts.ts';

interface LearnedBy<Name extends Learner, Corpus extends SymbolCorpus> {
  readonly learner: Name;
  readonly corpus: Corpus;
  readonly options: PaperOptions;
  readonly report: LearningReport;
  readonly treeMs: number;
  /** Merging and putting the automaton together; 0 where nothing is merged. */
  readonly mergingMs: number;
}

/** What a learner made, with what it needs to learn again after a change. */
export type LearnedAutomaton =
  | (LearnedBy<'paper', SymbolCorpus> & { readonly grown: GrownTree; readonly automaton: Automaton })
  | (LearnedBy<'context', TurnCorpus> & { readonly automaton: ContextAutomaton });

/**
 * Learns an automaton from a tagged corpus; dialogues are in the order of the corpus' keys.
 *
 * @param before what was learned before: by the same learner and options, only what changed since is worked on
 *   again. The result does not depend on it.
 */
export function learnAutomaton(
  learner: Learner,
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
  before: LearnedAutomaton | null = null,
): LearnedAutomaton {
  const started = performance.now();
  onStage('tree');
  if (learner === 'context') {
    // It reads tags only, so the texts stay where they are.
    const turns = withTurns(corpus);
    const known = before?.learner === 'context' && before.options.tau === options.tau ? before : null;
    const automaton = learnContextAutomaton(
      turns,
      { ...CONTEXT_DEFAULTS, splitThreshold: options.tau },
      known && { ...known, change: compareCorpora(known.corpus, turns) },
    );
    onStage('automaton');
    const report = contextReport(automaton);
    return {
      learner,
      corpus: turns,
      options,
      automaton,
      report,
      treeMs: performance.now() - started,
      mergingMs: 0,
    };
  }
  const grown = growPrefixTree(corpus, options, before?.learner === 'paper' ? before.grown : null);
  const treeMs = performance.now() - started;
  const { automaton, report } = learnFromTree(grown.tree, corpus.symbols, options.lambda, onStage);
  const mergingMs = performance.now() - started - treeMs;
  return { learner, corpus, options, grown, automaton, report, treeMs, mergingMs };
}

/** What any learner gives: the parts to be kept, and what it says of them. */
export interface Learned {
  readonly parts: StoredParts;
  readonly report: LearningReport;
  /** What is wrong with the automaton as a whole, as sentences. */
  readonly warnings: readonly string[];
}

export function toLearned(learned: LearnedAutomaton): Learned {
  const { report } = learned;
  if (learned.learner === 'context') {
    const parts = contextToParts(trackContext(learned.corpus, learned.automaton));
    return { parts, report, warnings: [] };
  }
  const warnings = automatonAlarms(learned.automaton).map((alarm) => alarm.message);
  return { parts: automatonToParts(learned.automaton), report, warnings };
}

/** Nothing is merged in a context automaton. The largest share is one of (turn, state) visits, q₀ left out. */
function contextReport({ stateCount, rangeStarts, rangeEnds }: ContextAutomaton): LearningReport {
  let visits = 0;
  let most = 0;
  for (let state = 1; state < stateCount; state++) {
    const size = rangeEnds[state]! - rangeStarts[state]!;
    visits += size;
    most = Math.max(most, size);
  }
  return {
    states: stateCount,
    statesBeforeMerging: stateCount,
    statesBeforeClosure: stateCount,
    transitions: stateCount - 1,
    candidates: 0,
    accepted: 0,
    forced: 0,
    largestStateShare: visits === 0 ? 0 : most / visits,
  };
}
