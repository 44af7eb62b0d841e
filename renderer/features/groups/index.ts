import type { Feature } from '../../project/feature.ts';
import { enterGroups } from './pairs.ts';

export { GroupsPanel } from './groups-panel.tsx';
export { otherGroup, useGroups } from './pairs.ts';

export const feature: Feature = { order: 7.4, onOpen: enterGroups };
