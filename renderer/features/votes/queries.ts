import type { DialogramClient } from '#shared/contract/contract.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { about, question } from '../../client/queries.ts';

const PAST_VOTES = 200;
const VOTES = about('votes', 'corpus');

/** The queries of the votes. Pairs are not cached: each is fetched, voted on and dropped. */
export const voteQueries = ({ votes }: DialogramClient) => ({
  ranking: (unit: AnswerUnit, author: string | null, seed: number) =>
    question('votes.ranking', votes.ranking, { unit, scope: { author }, seed }, VOTES),
  list: (unit: AnswerUnit) => question('votes.list', votes.list, { unit, limit: PAST_VOTES }, VOTES),
});
