import { defineCommands } from '../../commands/commands.ts';

export const corpusCommands = defineCommands(
  'corpus',
  { group: 'Corpus, tags, automaton' },
  {
    import: { title: 'Import files…', keys: ['Mod+I'] },
    sources: { title: 'Show sources and rejected records…' },
  },
);
