import { describe, expect, it } from 'vitest';
import type { RankedColumn, VoteRanking } from '#shared/contract/votes.ts';
import {
  chanceAgainstAverage,
  describeBlind,
  describePower,
  describeRanking,
  describeSeries,
  describeWinner,
  rankingWarnings,
} from './vote-words.ts';

const column = (title: string): RankedColumn => ({
  key: title,
  title,
  usesLabels: false,
  column: { method: title, answerer: { kind: 'consensus' } },
  strength: 0,
  rank: 1,
  interval: null,
  items: 1,
  preferred: null,
  votes: 1,
  wins: 0,
  ties: 1,
  losses: 0,
  few: true,
});

const RANKING: VoteRanking = {
  columns: [column('Random'), column('BM25')],
  lead: { chance: 0.5, interval: null },
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

it('says beforehand what a series can tell', () => {
  expect(describePower(50)).toMatch(/^50 votes .* wins 71 % of them, .* With 200 votes, 61 % is enough\.$/);
  expect(describePower(50, 6)).toContain(
    'The votes are divided among your 6 columns, so each pair of columns gets about 3 of 50 votes.',
  );
});

describe('texts about votes', () => {
  it('describe the series and what does not count yet, without zeros', () => {
    const none = { voted: 0, revealed: 0, same: 0, unanswered: 0, passed: 0, open: 0 };
    expect(describeSeries({ ...none, voted: 1, revealed: 1 })).toBe('1 vote');
    expect(describeSeries({ ...none, voted: 14, revealed: 1 })).toBe(
      '14 votes · 13 not counted until revealed',
    );
    expect(describeSeries({ ...none, same: 1, unanswered: 2, passed: 3 })).toBe(
      '0 votes · 1 pair identical · 2 pairs without an answer · 3 pairs skipped',
    );
    expect(describeSeries({ ...none, voted: 2, revealed: 2, open: 4 }, true)).toBe('2 votes · 3 more ready');
  });

  it('say how many votes are not counted, and why', () => {
    const some = { ...RANKING, votes: 1, blind: 13, same: 0 };
    expect(describeRanking(some, 'next-turn')).toMatch(/^1 of 14 votes counted, on 1 turn\./);
    expect(describeBlind(some)).toBe(
      '13 of 14 votes are not counted yet, because you have not revealed who answered. Reveal them to count them. After that, they can no longer be changed.',
    );
  });

  it('say what a ranking is based on, and how many votes an interval needs', () => {
    expect(describeRanking(RANKING, 'next-turn')).toBe(
      '3 votes on 1 turn. No interval yet (–). To get an interval, vote on at least 2 turns and for more than one column. 2 pairs were left out because both answers were the same.',
    );
    const known = { ...column('Random'), interval: { lower: -1, upper: 1, bestRank: 1, worstRank: 2 } };
    const ranked = { ...RANKING, columns: [known], items: 3, same: 0 };
    expect(describeRanking(ranked, 'next-turn')).toBe(
      '3 votes on 3 turns. The 95 % intervals come from resampling the turns 1,000 times (seed 4).',
    );
    expect(describeRanking({ ...ranked, columns: [known, column('BM25')] }, 'whole-dialogue')).toMatch(
      /No interval yet \(–\) for BM25\. To get an interval, vote on at least 2 dialogues and for more than one column/,
    );
  });

  it('warn of few votes, mixed settings and columns that never met', () => {
    expect(rankingWarnings({ ...RANKING, connected: false })).toEqual([
      'Some columns were never compared, not even indirectly, so their order is unknown.',
    ]);
    const columns = RANKING.columns.map((one) => ({ ...one, few: false }));
    const enough = { ...RANKING, few: false, votes: 40, columns };
    expect(rankingWarnings({ ...enough, settings: 2 })).toEqual([
      'Votes with 2 different settings (examples, context, masking, prompt) are counted together.',
    ]);
    expect(rankingWarnings(enough)).toEqual([]);
    expect(rankingWarnings({ ...enough, columns: RANKING.columns })).toEqual([
      'Some columns have fewer than 30 votes. The table marks them.',
    ]);
  });

  it('name the winner with its lead, or say that chance may explain it', () => {
    const ranking = (lower: number): VoteRanking => ({
      ...RANKING,
      columns: [column('BM25'), column('Random')],
      lead: { chance: 0.71, interval: { lower, upper: 0.82 } },
      few: false,
      votes: 44,
      items: 40,
    });
    expect(describeWinner(ranking(0.58), 'next-turn')).toBe(
      'BM25 is preferred: it beats the second best, Random, in 71.0 % of comparisons (95 % interval 58.0 to 82.0; 44 votes on 40 turns).',
    );
    expect(describeWinner(ranking(0.48), 'whole-dialogue')).toBe(
      'There is no clear winner: BM25 beats Random in 71.0 % of comparisons, which may be due to chance (95 % interval 48.0 to 82.0; 44 votes on 40 dialogues).',
    );
    const labeled = ranking(0.58);
    expect(
      describeWinner(
        { ...labeled, columns: labeled.columns.map((one, at) => ({ ...one, usesLabels: at === 0 })) },
        'next-turn',
      ),
    ).toMatch(/turns\)\. BM25 uses the correct labels, which is an unfair advantage\.$/);
    const unsure = { ...ranking(0.58), lead: { chance: 0.9, interval: null } };
    expect(describeWinner(unsure, 'next-turn')).toMatch(/^There is no clear winner: .* \(no interval yet; /);
    expect(describeWinner({ ...ranking(0.58), connected: false }, 'next-turn')).toMatch(
      /^There is no winner: some columns were never compared/,
    );
  });

  it('say how many votes a winner takes', () => {
    expect(describeWinner(RANKING, 'next-turn')).toBe(
      'There is no winner yet: at least 30 votes are needed, 27 more than now (3 votes on 1 turn).',
    );
  });

  it('convert a strength to a chance', () => {
    expect(chanceAgainstAverage(0)).toBe(50);
    expect(chanceAgainstAverage(Math.log(3))).toBeCloseTo(75);
  });
});
