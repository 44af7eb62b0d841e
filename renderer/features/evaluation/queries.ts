import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

/** What the results ask, with the topics that make an answer stale. */
export function evaluationQueries(client: DialogramClient) {
  return {
    list: queryOptions({
      queryKey: ['evaluation.list'],
      queryFn: ({ signal }) => client.evaluation.list(undefined, { signal }),
      meta: about('evaluations', 'corpus'),
    }),
    get: (run: RunId) =>
      queryOptions({
        queryKey: ['evaluation.get', run],
        queryFn: ({ signal }) => client.evaluation.get({ run }, { signal }),
        meta: about('evaluations', 'corpus'),
      }),
  };
}
