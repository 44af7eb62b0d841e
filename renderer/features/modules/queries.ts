import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about } from '../../client/queries.ts';

/** What the settings of modules ask. */
export function moduleQueries(client: DialogramClient) {
  return {
    list: queryOptions({
      queryKey: ['modules.list'],
      queryFn: ({ signal }) => client.modules.list(undefined, { signal }),
      staleTime: 0,
      meta: about('modules'),
    }),
    /**
     * @param standing what was said and how it is tagged: another question once that changes
     * @param send it reaches a host, if the project uses one that was agreed to; else nothing is sent
     */
    consult: (standing: string, send: boolean) =>
      queryOptions({
        queryKey: ['modules.consult', standing, send],
        queryFn: ({ signal }) => client.modules.consult({ send }, { signal }),
        retry: false,
        meta: about('modules'),
      }),
  };
}
