import type { AnswerSettings, AnswerUnit } from '#shared/contract/generation.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState } from '../../project/mode.ts';

const PAST_VOTES = 200;
const VOTES = about('votes', 'corpus');

export const voteQueries = {
  ranking: (unit: AnswerUnit, author: string | null, seed: number) =>
    question('votes.ranking', client.votes.ranking, { unit, scope: { author }, seed }, VOTES),
  list: (unit: AnswerUnit) => question('votes.list', client.votes.list, { unit, limit: PAST_VOTES }, VOTES),
};

export const VOTE = 'vote';
export const RANKING = 'ranking';

export const compareVoteCommands = defineCommands(
  'compare',
  { group: 'Comparison', scope: 'compare' },
  {
    vote: { title: 'Vote blind on two answers', keys: ['V'] },
    ranking: { title: 'Show the ranking by votes' },
  },
);

export const voteCommands = defineCommands(
  'vote',
  { group: 'Comparison', scope: 'vote', once: true },
  {
    a: { title: 'A is better', keys: ['1'] },
    b: { title: 'B is better', keys: ['2'] },
    tie: { title: 'A tie', keys: ['3'] },
    'both-bad': { title: 'Both are bad', keys: ['4'] },
    undo: { title: 'Undo the last vote', keys: ['Z'] },
    reveal: { title: 'Reveal who wrote the answers of your last vote', keys: ['R'] },
    next: { title: 'Next pair (skips this pair if you have not voted)', keys: [' ', 'Enter'] },
  },
);

interface VoteSettings {
  readonly columns: readonly AgentSpec[] | null;
  readonly unit: AnswerSettings['unit'];
  readonly seed: number;
  readonly heldOut: boolean;
}

interface VoteSeries {
  readonly columns: readonly AgentSpec[];
  readonly settings: Pick<AnswerSettings, 'unit' | 'examples' | 'context' | 'masking' | 'exampleShape'>;
  readonly seed: number;
  readonly heldOut: boolean;
}

interface VoteState {
  readonly settings: VoteSettings;
  readonly voting: boolean;
  readonly series: VoteSeries | null;
  readonly pair: number | null;
}

export const {
  use: useVotes,
  enter: enterVotes,
  change: changeVotes,
} = createTabState<VoteState>('votes.series', {
  settings: { columns: null, unit: 'next-turn', seed: 1, heldOut: true },
  voting: false,
  series: null,
  pair: null,
});

export function changeVoteSettings(next: Partial<VoteSettings>): void {
  changeVotes({ settings: { ...useVotes.getState().settings, ...next } });
}
