import { defineCommands } from '../../commands/commands.ts';

export const learnCommands = defineCommands(
  'automaton',
  { group: 'Corpus, tags, automaton' },
  {
    learn: { title: 'Learn an automaton…', keys: ['Mod+Shift+L'] },
  },
);
