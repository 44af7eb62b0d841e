import { defineCommands } from '../../commands/commands.ts';

/** The name of evaluations in the list of results. */
export const EVALUATION = 'evaluation';

export const evaluationCommands = defineCommands(
  'evaluation',
  { group: 'Comparison' },
  {
    run: { title: 'Run an evaluation…' },
  },
);
