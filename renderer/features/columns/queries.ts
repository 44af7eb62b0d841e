import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

/** Seed of the methods that draw at random. */
export const METHOD_SEED = 1;

/** What the comparison asks, with the topics that make an answer stale. */
export function comparisonQueries(client: DialogramClient) {
  return {
    methods: queryOptions({
      queryKey: ['comparison.methods'],
      queryFn: ({ signal }) => client.comparison.methods(undefined, { signal }),
      meta: about('corpus', 'jobs'),
    }),
    encoders: queryOptions({
      queryKey: ['comparison.encoders'],
      queryFn: ({ signal }) => client.comparison.encoders(undefined, { signal }),
      meta: about('corpus', 'jobs'),
    }),
    status: queryOptions({
      queryKey: ['comparison.status'],
      queryFn: ({ signal }) => client.comparison.status({}, { signal }),
      meta: about('corpus', 'tags', 'runs', 'jobs'),
    }),
    turns: (dialogue: DialogueId) =>
      queryOptions({
        queryKey: ['comparison.turns', dialogue],
        queryFn: ({ signal }) => client.comparison.turns({ dialogue }, { signal }),
        meta: about('corpus'),
      }),
    /** In whatever order the methods are named, the question is the same. */
    compare: (dialogue: DialogueId, round: number, methods: readonly string[], examples: number) => {
      const sorted = [...methods].sort();
      return queryOptions({
        queryKey: ['comparison.compare', dialogue, round, sorted, examples],
        queryFn: ({ signal }) =>
          client.comparison.compare(
            { dialogue, round, methods: sorted, examples, seed: METHOD_SEED },
            { signal },
          ),
        meta: about('corpus', 'tags', 'runs'),
      });
    },
  };
}
