import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

export const VOCABULARY = defineMode('vocabulary', 'label', 'Vocabulary', 'Show the vocabulary');

export const vocabularyCommands = defineCommands(
  'vocabulary',
  { group: 'Vocabulary', scope: 'vocabulary' },
  {
    rename: { title: 'Rename the tag…', keys: ['R'] },
    merge: { title: 'Merge the tag, or the chosen ones…', keys: ['U'] },
    split: { title: 'Split the tag…', keys: ['S'] },
    archive: { title: 'Archive or restore the tag…', keys: ['E'] },
    bulk: { title: 'Change many turns…', keys: ['B'] },
    import: { title: 'Import a vocabulary…', scope: 'everywhere' },
    export: { title: 'Export the vocabulary', scope: 'everywhere' },
  },
);
