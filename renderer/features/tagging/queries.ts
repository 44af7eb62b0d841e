import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about } from '../../client/queries.ts';

/** What the taggers can do with the dialogues there are. */
export function taggingQueries(client: DialogramClient) {
  return {
    taggers: queryOptions({
      queryKey: ['taggers'],
      queryFn: ({ signal }) => client.tagging.taggers(undefined, { signal }),
      meta: about('corpus'),
    }),
  };
}
