import { defineCommands } from '../../commands/commands.ts';

export const modulesCommands = defineCommands(
  'modules',
  { group: 'Help' },
  {
    settings: { title: 'External modules…' },
  },
);
