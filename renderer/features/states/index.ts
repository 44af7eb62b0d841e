export { StateCard, stateQueries, useNamedGraph, withNames } from './state-card.tsx';
export { useGrouping, usePlacing } from './use-grouping.ts';
