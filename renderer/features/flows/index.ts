import type { Feature } from '../../project/feature.ts';
import { addCommands, enterFlows, FLOWS, flowCommands, openFlow } from './flows-state.ts';
import { FlowsView } from './flows-view.tsx';

export const feature: Feature = {
  order: 9.7,
  commands: [flowCommands, addCommands],
  views: [{ mode: FLOWS, component: FlowsView }],
  onOpen: enterFlows,
  onPurge: () => openFlow(null),
};
