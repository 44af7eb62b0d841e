import type { FlowNode } from '#shared/domain/flow.ts';
import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const FLOWS = defineMode('flows', 'design', 'Flows', 'Show the flows');

export const flowCommands = defineCommands(
  'flows',
  { group: 'Flows', scope: 'flows' },
  {
    import: { title: 'Import flows…', keys: ['I'] },
    new: { title: 'New flow', keys: ['N'] },
    draft: { title: 'Draft a flow from dialogues…', keys: ['D'] },
    replay: { title: 'Show or hide how past dialogues follow this flow', keys: ['H'] },
    connect: { title: 'Connect the node to another', keys: ['C'] },
    remove: { title: 'Remove the chosen node or edge', keys: ['Delete'] },
    whole: { title: "Show the flow's settings", keys: ['Escape'] },
  },
);

/** Each adds a node of its kind after the selected one. */
export const addCommands = defineCommands<FlowNode['type']>(
  'flows.add',
  { group: 'Flows', scope: 'flows' },
  {
    request: { title: 'Add a request', keys: ['1'] },
    external_action: { title: 'Add an external action', keys: ['2'] },
    inform: { title: 'Add an inform node', keys: ['3'] },
    inform_and_confirm: { title: 'Add an inform and confirm node', keys: ['4'] },
  },
);
