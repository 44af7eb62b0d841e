import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about } from '../../client/queries.ts';

/** The jobs of the open project. */
export function jobQueries(client: DialogramClient) {
  return {
    jobs: queryOptions({
      queryKey: ['jobs'],
      queryFn: ({ signal }) => client.jobs.list(undefined, { signal }),
      meta: about('jobs'),
    }),
  };
}
