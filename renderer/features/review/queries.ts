import { queryOptions, skipToken } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, PAGE } from '../../client/queries.ts';

/** What the review asks, with the topics that make an answer stale. */
export function reviewQueries(client: DialogramClient) {
  return {
    queues: queryOptions({
      queryKey: ['review.queues'],
      queryFn: ({ signal }) => client.review.queues(undefined, { signal }),
      staleTime: 0,
      meta: about('runs'),
    }),
    queue: (queue: number) =>
      queryOptions({
        queryKey: ['review.queue', queue],
        queryFn: ({ signal }) => client.review.queue({ queue }, { signal }),
        meta: about('tags', 'runs'),
      }),
    item: (queue: number, index: number, automaton: RunId | null) =>
      queryOptions({
        queryKey: ['review.item', queue, index, automaton],
        queryFn: ({ signal }) => client.review.item({ queue, index, automaton }, { signal }),
        meta: about('tags', 'runs', 'corpus'),
      }),
    rows: (queue: number, page: number) =>
      queryOptions({
        queryKey: ['review.rows', queue, page],
        queryFn: ({ signal }) => client.review.rows({ queue, offset: page * PAGE, limit: PAGE }, { signal }),
        meta: about('tags', 'runs'),
      }),
    quality: (queue: number) =>
      queryOptions({
        queryKey: ['review.quality', queue],
        queryFn: ({ signal }) => client.review.quality({ queue }, { signal }),
        meta: about('tags', 'runs'),
      }),
    files: queryOptions({
      queryKey: ['agreement.files'],
      queryFn: ({ signal }) => client.agreement.files(undefined, { signal }),
      meta: about('runs', 'corpus'),
    }),
    /** Asks nothing while there are no two sides. */
    agreement: (left: Side | undefined, right: Side | undefined) =>
      queryOptions({
        queryKey: ['agreement.compare', left, right],
        queryFn:
          left && right ? ({ signal }) => client.agreement.compare({ left, right }, { signal }) : skipToken,
        meta: about('tags', 'runs', 'corpus'),
      }),
  };
}
