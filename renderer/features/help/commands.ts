import { defineCommands } from '../../commands/commands.ts';

export const helpCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    palette: { title: 'Find a command…', keys: ['Mod+K'] },
    keys: { title: 'Explain this page and its keys', keys: ['?'] },
  },
);
