import { defineCommands } from '../../commands/commands.ts';

/** Names of its tabs in the comparison. */
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
    reveal: { title: 'Reveal who gave the answers you voted on last', keys: ['R'] },
    next: { title: 'Next pair (skips a pair without a vote)', keys: [' ', 'Enter'] },
  },
);
