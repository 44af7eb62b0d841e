import { defineCommands } from '../../commands/commands.ts';

/** The name of batch runs in the list of results. */
export const BATCH = 'batch';

export const batchCommands = defineCommands(
  'batch',
  { group: 'Comparison' },
  {
    run: { title: 'New batch run…' },
  },
);
