import { keepPreviousData } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const topicsQueries = ({ topics }: DialogramClient) => ({
  /** @param cut how many topics are looked at before that is decided */
  cards: (cut: number | null) => ({
    ...question('topics.cards', topics.cards, { cut }, about('tags', 'runs', 'corpus')),
    placeholderData: keepPreviousData,
  }),
});
