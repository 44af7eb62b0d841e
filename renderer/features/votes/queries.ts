import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { about } from '../../client/queries.ts';

const PAST_VOTES = 200;

/** What pages ask of votes. Pairs themselves are not kept: they are asked for, voted on and gone. */
export function voteQueries(client: DialogramClient) {
  return {
    ranking: (unit: AnswerUnit, author: string | null, seed: number) =>
      queryOptions({
        queryKey: ['votes.ranking', unit, author, seed],
        queryFn: ({ signal }) => client.votes.ranking({ unit, scope: { author }, seed }, { signal }),
        meta: about('votes', 'corpus'),
      }),
    list: (unit: AnswerUnit) =>
      queryOptions({
        queryKey: ['votes.list', unit],
        queryFn: ({ signal }) => client.votes.list({ unit, limit: PAST_VOTES }, { signal }),
        meta: about('votes', 'corpus'),
      }),
  };
}
