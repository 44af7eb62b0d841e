import type { Feature } from '../../project/feature.ts';
import { compareTabs } from '../comparison/index.ts';
import { compareVoteCommands, enterVotes, RANKING, VOTE, voteCommands } from './vote-state.ts';
import { Ranking, VoteView } from './voting.tsx';

export const feature: Feature = {
  order: 13,
  commands: [compareVoteCommands, voteCommands],
  fills: [
    compareTabs.fill({
      value: VOTE,
      label: 'Vote',
      component: VoteView,
      command: compareVoteCommands.vote,
      asks: true,
    }),
    // Votes are stored, so the ranking needs no method to be ready.
    compareTabs.fill({
      value: RANKING,
      label: 'Ranking',
      component: Ranking,
      command: compareVoteCommands.ranking,
      asks: false,
    }),
  ],
  onOpen: enterVotes,
};
