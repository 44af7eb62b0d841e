import { defineCommands } from '../../commands/commands.ts';

/** The names of judging runs, and of their combined table, in the list of results. */
export const JUDGING = 'judging';
export const RATES = 'rates';

export const judgingCommands = defineCommands(
  'judging',
  { group: 'Comparison' },
  {
    run: { title: 'Judge answers…' },
    rates: { title: 'Show the win rates by the judges' },
  },
);
