import { defineCommands } from '../../commands/commands.ts';

export const modelsCommands = defineCommands(
  'models',
  { group: 'Help' },
  {
    settings: { title: 'Set up models…' },
  },
);
