import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

/** The name of runs that improve slot descriptions in the list of results. */
export const SLOT_INSTRUCTION = 'slot-instruction';

export const instructionQueries = ({ slotInstructions }: DialogramClient) => ({
  runs: question(
    'slotInstructions.runs',
    slotInstructions.runs,
    undefined,
    about('slotInstructions', 'runs'),
  ),
  prompt: {
    ...question('slotInstructions.prompt', slotInstructions.prompt, undefined, about('prompts')),
    staleTime: 0,
  },
});
