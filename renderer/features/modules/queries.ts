import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about } from '../../client/queries.ts';

/** What the settings of modules ask. `consult` reaches a host, if a project uses one that was agreed to. */
export function moduleQueries(client: DialogramClient) {
  return {
    list: queryOptions({
      queryKey: ['modules.list'],
      queryFn: ({ signal }) => client.modules.list(undefined, { signal }),
      staleTime: 0,
      meta: about('modules'),
    }),
    /** @param standing what was said and how it is tagged: another question once that changes */
    consult: (standing: string) =>
      queryOptions({
        queryKey: ['modules.consult', standing],
        queryFn: ({ signal }) => client.modules.consult(undefined, { signal }),
        retry: false,
        meta: about('modules'),
      }),
  };
}
