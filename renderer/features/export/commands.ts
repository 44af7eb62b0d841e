import { defineCommands } from '../../commands/commands.ts';

export const exportCommands = defineCommands(
  'export',
  { group: 'Corpus, tags, automaton' },
  {
    automaton: { title: 'Export the automaton…' },
  },
);
