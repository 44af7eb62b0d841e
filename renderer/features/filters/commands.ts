import { defineCommands } from '../../commands/commands.ts';

export const filterCommands = defineCommands(
  'filter',
  { group: 'View' },
  {
    add: { title: 'Filter the dialogues…', keys: ['Mod+Shift+F'] },
    clear: { title: 'Show all dialogues, without a filter' },
    invert: { title: 'Invert the filter: exclude these' },
  },
);
