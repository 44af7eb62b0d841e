import { defineCommands } from '../commands/commands.ts';

export const editCommands = defineCommands(
  'edit',
  { group: 'Edit', yieldsToText: true },
  {
    undo: { title: 'Undo', keys: ['Mod+Z'] },
    redo: { title: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  },
);

export const searchCommands = defineCommands(
  'view',
  { group: 'View' },
  {
    find: { title: 'Find in dialogues', keys: ['Mod+F'] },
  },
);
