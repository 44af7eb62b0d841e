import { defineCommands } from '../../commands/commands.ts';

/** The name of batch runs among the results. */
export const BATCH = 'batch';

export const batchCommands = defineCommands(
  'batch',
  { group: 'Comparison' },
  {
    run: { title: 'New batch run…' },
  },
);
