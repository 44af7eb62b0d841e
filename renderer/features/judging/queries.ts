import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';

export const JUDGING = 'judging';
export const RATES = 'rates';

export const judgingCommands = defineCommands(
  'judging',
  { group: 'Comparison' },
  {
    run: { title: 'Judge answers…' },
    rates: { title: 'Show the win rates from all judges' },
  },
);

type PairsInput = Parameters<DialogramClient['judging']['pairs']>[0];
export type QuestionInput = Parameters<DialogramClient['judging']['question']>[0];

/** Verdicts arrive one by one and are compared with people's votes. */
const VERDICTS = about('judgings', 'votes', 'corpus');
const PROMPTS = about('prompts');

export const judgingQueries = {
  runs: question('judging.runs', client.judging.runs, {}, VERDICTS),
  pairs: (asked: PairsInput) => question('judging.pairs', client.judging.pairs, asked, VERDICTS),
  summary: (run: RunId) => question('judging.summary', client.judging.summary, { run }, VERDICTS),
  table: question('judging.table', client.judging.table, {}, VERDICTS),
  question: (asked: QuestionInput) =>
    freshQuestion('judging.question', client.judging.question, asked, PROMPTS),
  prompt: freshQuestion('judging.prompt', client.judging.prompt, undefined, PROMPTS),
};
