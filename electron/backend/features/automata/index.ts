export {
  automatonCache,
  automatonSummary,
  createAutomatonCache,
  type LoadedAutomaton,
  requireTracked,
} from './cache.ts';
export { type AutomatonView, describeContextRoute, ROUTE_SUPPORT } from './context-view.ts';
export { dialoguesAt, pathVisits, roundsAtState } from './drill-down.ts';
export { runLearning } from './learn-job.ts';
export { findNamedStates, findStates, roundsOfState } from './named-states.ts';
export { relearning } from './relearning/relearning.ts';
