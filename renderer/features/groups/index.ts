import type { Feature } from '../../project/feature.ts';
import { enterGroups } from './groups-state.ts';

export { GroupsPanel } from './groups-panel.tsx';
export { changeGroups, otherGroup, useGroups } from './groups-state.ts';
export { monthPair, type Pair, valuePairs } from './pairs.ts';

export const feature: Feature = { order: 7.4, onOpen: enterGroups };
