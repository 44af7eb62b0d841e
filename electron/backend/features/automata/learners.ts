import { automatonAlarms } from '#shared/algorithms/automaton/alarms.ts';
import {
  type LearningStage,
  learnPaperAutomaton,
  type PaperOptions,
} from '#shared/algorithms/automaton/learn.ts';
import { automatonToParts } from '#shared/algorithms/automaton/serialise.ts';
import {
  CONTEXT_DEFAULTS,
  type ContextAutomaton,
  learnContextAutomaton,
} from '#shared/algorithms/retrieval/context-automaton.ts';
import { withTurns } from '#shared/algorithms/retrieval/turn-corpus.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { LearningReport } from '#shared/domain/automaton.ts';
import type { SymbolCorpus } from '#shared/domain/symbols.ts';
import type { StoredParts } from '../../store/automaton-table.ts';
import { contextToParts, trackContext } from './context-parts.ts';

/** What any learner gives: the parts to be kept, and what it says of them. */
export interface Learned {
  readonly parts: StoredParts;
  readonly report: LearningReport;
  /** What is wrong with the automaton as a whole, as sentences. */
  readonly warnings: readonly string[];
}

type Learn = (
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void,
) => Learned;

/** Every way of learning an automaton from a tagged corpus; dialogues are in the order of the corpus' keys. */
export const LEARNERS: Readonly<Record<Learner, Learn>> = {
  paper(corpus, options, onStage) {
    const { automaton, report } = learnPaperAutomaton(corpus, options, onStage);
    const warnings = automatonAlarms(automaton).map((alarm) => alarm.message);
    return { parts: automatonToParts(automaton), report, warnings };
  },
  context(corpus, { tau }, onStage) {
    onStage('tree');
    // It reads tags only, so the texts stay where they are.
    const turns = withTurns(corpus);
    const automaton = learnContextAutomaton(turns, { ...CONTEXT_DEFAULTS, splitThreshold: tau });
    onStage('automaton');
    const parts = contextToParts(trackContext(turns, automaton));
    return { parts, report: contextReport(automaton), warnings: [] };
  },
};

/** Nothing is merged in a context automaton. The largest share is one of (turn, state) visits, q₀ left out. */
export function contextReport({ stateCount, rangeStarts, rangeEnds }: ContextAutomaton): LearningReport {
  let visits = 0;
  let most = 0;
  for (let state = 1; state < stateCount; state++) {
    const size = rangeEnds[state] - rangeStarts[state];
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
