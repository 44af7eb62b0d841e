import type { DialogramClient } from '#shared/contract/contract.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { about, question } from '../../client/queries.ts';

const PAST_VOTES = 200;
const VOTES = about('votes', 'corpus');

/** What pages ask of votes. Pairs themselves are not kept: they are asked for, voted on and gone. */
export const voteQueries = ({ votes }: DialogramClient) => ({
  ranking: (unit: AnswerUnit, author: string | null, seed: number) =>
    question('votes.ranking', votes.ranking, { unit, scope: { author }, seed }, VOTES),
  list: (unit: AnswerUnit) => question('votes.list', votes.list, { unit, limit: PAST_VOTES }, VOTES),
});
