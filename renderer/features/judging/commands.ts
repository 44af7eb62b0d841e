import { defineCommands } from '../../commands/commands.ts';

/** The name of judging runs among the results, and that of the table they make together. */
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
