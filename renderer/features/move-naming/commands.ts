import { defineCommands } from '../../commands/commands.ts';

/** The name of naming runs in the list of results. */
export const NAMING = 'move-naming';

export const moveNamingCommands = defineCommands(
  'move-naming',
  { group: 'Moves' },
  {
    run: { title: 'Name the moves with a model…' },
  },
);
