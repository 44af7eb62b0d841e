import { defineCommands } from '../../commands/commands.ts';

export const modelTaggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    model: { title: 'Tag with a model…' },
  },
);
