import { keepPreviousData } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const topicsQueries = ({ topics }: DialogramClient) => ({
  /** @param cut the number of topics to preview */
  cards: (cut: number | null) => ({
    ...question('topics.cards', topics.cards, { cut }, about('tags', 'runs', 'corpus')),
    placeholderData: keepPreviousData,
  }),
});
