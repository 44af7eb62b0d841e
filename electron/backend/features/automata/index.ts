export {
  automatonCache,
  automatonSummary,
  createAutomatonCache,
  type LoadedAutomaton,
  requireTracked,
} from './cache.ts';
export { type AutomatonView, describeContextRoute, ROUTE_SUPPORT } from './context-view.ts';
export { dialoguesAt, pathVisits, turnsAtState } from './drill-down.ts';
export { runLearning } from './learn-job.ts';
export { findNamedStates, findStates, turnsOfState } from './named-states.ts';
export { relearning } from './relearning/relearning.ts';
