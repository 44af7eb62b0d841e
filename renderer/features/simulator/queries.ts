import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { about } from '../../client/queries.ts';

/** What the simulator asks, with the topics that make an answer stale. */
export function simulatorQueries(client: DialogramClient) {
  return {
    current: queryOptions({
      queryKey: ['simulator.current'],
      queryFn: ({ signal }) => client.simulator.current(undefined, { signal }),
      meta: about('corpus', 'tags', 'runs', 'automata', 'jobs'),
    }),
    cases: queryOptions({
      queryKey: ['simulator.cases'],
      queryFn: ({ signal }) => client.simulator.cases(undefined, { signal }),
      meta: about('cases', 'corpus'),
    }),
  };
}
