import { keepPreviousData } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const flowQueries = ({ flows }: DialogramClient) => ({
  list: question('flows.list', flows.list, undefined, about('flows')),
  flow: (name: string) => question('flows.get', flows.get, { flow: name }, about('flows')),
  /** @param since the edit that left the earlier version to compare with; null for the first one */
  replay: (name: string, since: EditId | null) => ({
    ...question(
      'flows.replay',
      flows.replay,
      { flow: name, since },
      about('flows', 'corpus', 'tags', 'runs'),
    ),
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
