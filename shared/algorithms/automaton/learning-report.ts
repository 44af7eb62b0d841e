import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import { mostVisitedState } from './reading/visit-share.ts';

type Merging = Pick<
  LearningReport,
  'statesBeforeMerging' | 'statesBeforeClosure' | 'candidates' | 'accepted' | 'forced'
>;

/**
 * Returns the report on a learned automaton.
 * @param merging left out if no states were merged
 */
export function learningReport(automaton: Automaton, merging?: Merging): LearningReport {
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
