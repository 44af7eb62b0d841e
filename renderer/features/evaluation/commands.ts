import { defineCommands } from '../../commands/commands.ts';

/** The name of evaluations among the results. */
export const EVALUATION = 'evaluation';

export const evaluationCommands = defineCommands(
  'evaluation',
  { group: 'Comparison' },
  {
    run: { title: 'Run an evaluation…' },
  },
);
