import { defineCommands } from '../../commands/commands.ts';

/** The name of runs of the model tagger in the list of results. */
export const MODEL_TAGGING = 'model-tagging';

export const modelTaggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    model: { title: 'Tag with a model…' },
  },
);
