import { defineCommands } from '../../commands/commands.ts';

export const mergeCommands = defineCommands(
  'merges',
  { group: 'Merges', scope: 'merges', once: true },
  {
    merge: { title: 'The two states are one', keys: ['M'] },
    never: { title: 'The two states are never one', keys: ['N'] },
    pinFirst: { title: 'Keep the first state as it is', keys: ['1'] },
    pinSecond: { title: 'Keep the second state as it is', keys: ['2'] },
  },
);
