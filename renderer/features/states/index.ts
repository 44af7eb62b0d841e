export { useNamedGraph, withNames } from './named-graph.ts';
export { stateQueries } from './queries.ts';
export { StateCard } from './state-card.tsx';
export { useGrouping } from './use-grouping.ts';
export { usePlacing } from './use-placing.ts';
