import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const FLOWS = defineMode('flows', 'Flows', {
  title: 'Show the flows: how conversations should go',
  keys: ['Mod+9'],
});

export const flowCommands = defineCommands(
  'flows',
  { group: 'Flows', scope: 'flows' },
  {
    import: { title: 'Import flows…', keys: ['I'] },
    new: { title: 'New flow', keys: ['N'] },
  },
);
