import { describe, expect, it } from 'vitest';
import type { VoteRanking } from '#shared/contract/votes.ts';
import { chanceAgainstAverage, describeRanking, describeSeries, rankingWarnings } from './vote-words.ts';

const RANKING: VoteRanking = {
  columns: [],
  wins: [],
  votes: 3,
  blind: 0,
  items: 1,
  same: 2,
  few: true,
  connected: true,
  settings: 1,
  seed: 4,
  resamples: 1000,
  level: 0.95,
};

describe('words of votes', () => {
  it('say what a series has drawn, and leave out what there was none of', () => {
    expect(describeSeries({ voted: 1, same: 0, unanswered: 0, passed: 0 })).toBe('1 vote');
    expect(describeSeries({ voted: 0, same: 1, unanswered: 2, passed: 3 })).toBe(
      '0 votes · 1 pair said the same · 2 pairs without an answer · 3 pairs passed over',
    );
  });

  it('say what a ranking rests on, and flag few votes, mixed settings and columns that never met', () => {
    expect(describeRanking(RANKING, 'next-turn')).toBe(
      '3 votes on 1 round. Intervals of 95 % by drawing the rounds anew, 1,000 times, seed 4. 2 pairs were passed over because both said the same.',
    );
    expect(rankingWarnings(RANKING)).toEqual([
      'Fewer than 30 votes (3): read this as anecdote, not as a ranking.',
    ]);
    expect(
      rankingWarnings({ ...RANKING, few: false, votes: 40, connected: false, settings: 2 }),
    ).toHaveLength(2);
    expect(rankingWarnings({ ...RANKING, few: false, votes: 40 })).toEqual([]);
  });

  it('turn a strength into a chance', () => {
    expect(chanceAgainstAverage(0)).toBe(50);
    expect(chanceAgainstAverage(Math.log(3))).toBeCloseTo(75);
  });
});
