import { defineCommands } from '../../commands/commands.ts';

export const projectCommands = defineCommands(
  'project',
  { group: 'Project' },
  {
    new: { title: 'New project…' },
    open: { title: 'Open project…', keys: ['Mod+O'] },
    demo: { title: 'Try the demo' },
    close: { title: 'Close project' },
  },
);
