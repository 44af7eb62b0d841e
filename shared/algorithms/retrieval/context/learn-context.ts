import type { LearningReport } from '../../../domain/figures.ts';
import type { SymbolCorpus } from '../../../domain/symbols.ts';
import type { Learned, LearningStage, PaperOptions } from '../../automaton/learn.ts';
import { compareCorpora } from '../../automaton/tree/corpus-change.ts';
import { type ReplyCorpus, withReplies } from '../retrieval-corpus.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton } from './context-states.ts';

export type LearnedContext = Learned<'context', PaperOptions, ContextAutomaton, ReplyCorpus>;

/**
 * Learns the context automaton by τ.
 * @param before the earlier result with the same τ, so that only changes are split; the result is the same
 */
export function learnContext(
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
  before: LearnedContext | null = null,
): LearnedContext {
  onStage('tree');
  const replies = withReplies(corpus);
  const known = before?.options.tau === options.tau ? before : null;
  const automaton = learnContextAutomaton(
    replies,
    { ...CONTEXT_DEFAULTS, splitThreshold: options.tau },
    known && { ...known, change: compareCorpora(known.corpus, replies) },
  );
  onStage('automaton');
  return { learner: 'context', corpus: replies, options, automaton, report: reportOf(automaton) };
}

/** Returns a report whose largest share counts visits, one per turn and state, without q₀. */
function reportOf({ stateCount, rangeStarts, rangeEnds }: ContextAutomaton): LearningReport {
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
