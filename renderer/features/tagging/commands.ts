import { defineCommands } from '../../commands/commands.ts';

export const taggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    run: { title: 'Tag dialogues…', keys: ['Mod+Shift+G'] },
  },
);
