import type { Feature } from '../../project/feature.ts';
import { showMode } from '../../project/mode.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { DraftDialog } from './draft-dialog.tsx';
import { addCommands, enterFlows, FLOWS, flowCommands, openFlow, sourceOf } from './flows-state.ts';
import { FlowsView } from './flows-view.tsx';

export { DraftEach, type DraftOfOne } from './draft-each.tsx';
export { TASK_FIELD } from './flows-state.ts';

export function draftFlowFrom(topic: string): void {
  showMode(FLOWS);
  openDialog(DraftDialog, { into: null, from: sourceOf('topic', topic) });
}

export const feature: Feature = {
  order: 9.7,
  commands: [flowCommands, addCommands],
  views: [{ mode: FLOWS, component: FlowsView }],
  onOpen: enterFlows,
  onPurge: () => openFlow(null),
};
