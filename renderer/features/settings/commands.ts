import { defineCommands } from '../../commands/commands.ts';

export const themeCommands = defineCommands(
  'view',
  { group: 'View' },
  {
    theme: { title: 'Change between light and dark' },
  },
);

export const settingsCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    settings: { title: 'Settings…', keys: ['Mod+,'] },
  },
);
