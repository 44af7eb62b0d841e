import type { Feature } from '../../project/feature.ts';
import { FLOWS, flowCommands } from './commands.ts';
import { changeFlows, enterFlows } from './flows-state.ts';
import { FlowsView } from './flows-view.tsx';

export const feature: Feature = {
  order: 9.7,
  commands: [flowCommands],
  view: { mode: FLOWS, component: FlowsView },
  onOpen: enterFlows,
  onPurge: () => changeFlows({ open: null }),
};
