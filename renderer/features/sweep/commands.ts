import { defineCommands } from '../../commands/commands.ts';

/** The name of sweeps in the list of results. */
export const SWEEP = 'sweep';

export const sweepCommands = defineCommands(
  'sweep',
  { group: 'Corpus, tags, automaton' },
  {
    run: { title: 'Compare learning settings…' },
  },
);
