import { defineCommands } from '../../commands/commands.ts';

export const mergeCommands = defineCommands(
  'merges',
  { group: 'Merges', scope: 'merges', once: true },
  {
    merge: { title: 'Merge the two states', keys: ['M'] },
    never: { title: 'Never merge the two states', keys: ['N'] },
    pinFirst: { title: 'Never merge the first state', keys: ['1'] },
    pinSecond: { title: 'Never merge the second state', keys: ['2'] },
  },
);
