import { keepPreviousData } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const flowQueries = ({ flows }: DialogramClient) => ({
  list: question('flows.list', flows.list, undefined, about('flows')),
  flow: (name: string) => question('flows.get', flows.get, { flow: name }, about('flows')),
  replay: (name: string) => ({
    ...question('flows.replay', flows.replay, { flow: name }, about('flows', 'corpus', 'tags', 'runs')),
    placeholderData: keepPreviousData,
  }),
  slotPrompt: {
    ...question('flows.slotPrompt', flows.slotPrompt, undefined, about('prompts')),
    staleTime: 0,
  },
  /** @param labels a move, or one and a later one */
  dialogues: (name: string, labels: string[]) =>
    question('flows.dialogues', flows.dialogues, { flow: name, labels }, about('flows', 'corpus', 'tags')),
});
