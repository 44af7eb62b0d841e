export { placeName, useNamedGraph } from './named-graph.ts';
export { StateCard } from './state-card.tsx';
export { usePlacing } from './use-placing.ts';
