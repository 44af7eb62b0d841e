export type { AutomatonView } from './automaton-view.ts';
export {
  automatonCache,
  automatonSummary,
  createAutomatonCache,
  type LoadedAutomaton,
  requireTracked,
} from './cache.ts';
export { describeContextRoute } from './context-explanation.ts';
export { ROUTE_SUPPORT } from './context-view.ts';
export { dialoguesAt, pathVisits } from './drill-down.ts';
export { runLearning } from './learn-job.ts';
export { findNamedStates, findStates, roundsOfState } from './named-states.ts';
export { relearning } from './relearning/relearning.ts';
export { roundsAtState } from './rounds-at-state.ts';
