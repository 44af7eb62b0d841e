import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

/** What changed tags mean for an automaton. */
export function consequenceQueries(client: DialogramClient) {
  return {
    /** What differs between an automaton and what would be learned now. */
    relearning: (automaton: RunId) =>
      queryOptions({
        queryKey: ['relearning', automaton],
        queryFn: ({ signal }) => client.automata.relearn({ automaton }, { signal }),
        meta: about('tags', 'corpus'),
      }),
  };
}
