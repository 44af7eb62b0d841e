import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { about, PAGE } from '../../client/queries.ts';

/** What was imported, and what of it was rejected. */
export function corpusQueries(client: DialogramClient) {
  return {
    sources: queryOptions({
      queryKey: ['sources'],
      queryFn: ({ signal }) => client.corpus.sources(undefined, { signal }),
      meta: about('corpus'),
    }),
    rejects: (source: SourceId | undefined, page: number) =>
      queryOptions({
        queryKey: ['rejects', source ?? null, page],
        queryFn: ({ signal }) =>
          client.corpus.rejects({ source, offset: page * PAGE, limit: PAGE }, { signal }),
        meta: about('corpus'),
      }),
  };
}
