import { describe, expect, it } from 'vitest';
import type { JudgedPair, PairFigures } from '#shared/contract/judging.ts';
import {
  checkText,
  describeJudging,
  isVerdict,
  keptText,
  ordersText,
  outcomeText,
  shareText,
} from './judging-text.ts';

describe('texts of a judging run', () => {
  it('show percentages, and a dash if nothing was counted', () => {
    expect(shareText({ successes: 0, trials: 0, share: null, low: 0, high: 1 })).toBe('no pairs counted');
    expect(shareText({ successes: 3, trials: 4, share: 0.75, low: 0.3, high: 0.95 })).toBe(
      '75.0 % of 4 (30.0 … 95.0)',
    );
  });

  it('say why a judge is not used, whatever its figures', () => {
    const check = { pairs: 20, right: 9, ties: 4, accuracy: 0.55, low: 0.34, high: 0.74, passed: false };
    expect(checkText(check)).toBe('right in 55.0 % of 20 test pairs (34.0 … 74.0)');
    expect(describeJudging([], check)).toBe('This judge is not used, so it has judged no pair of answers.');
    expect(describeJudging([], { ...check, passed: true })).toMatch(/^No result yet/);
  });

  it('count the requests of an estimate', () => {
    expect(keptText({ drafted: 24, kept: 24 })).toBe('24 of 24 requests are already answered.');
  });

  it('give no verdict if the two orders agree in less than half of the pairs', () => {
    expect([{ share: 0.22 }, { share: 0.5 }, { share: null }].map(isVerdict)).toEqual([false, true, true]);
    expect([{ share: 0.22 }, { share: 0.875 }, { share: null }].map(ordersText)).toEqual([
      'orders agree in 22.0 %: not reliable',
      'orders agree in 87.5 %',
      null,
    ]);
  });

  it('describe the outcome of every pair', () => {
    const pair = (state: JudgedPair['state'], outcome: JudgedPair['outcome'] = null, consistent = true) =>
      outcomeText({ state, outcome, consistent } as JudgedPair);
    expect(
      [
        pair('judged', 'column'),
        pair('judged', 'baseline'),
        pair('judged', 'tie'),
        pair('judged', 'tie', false),
        pair('judged', 'column', false),
      ].join('; '),
    ).toBe('won; lost; tie; tie: the orders disagree; won on average: the orders disagree');
    expect(new Set([pair('open'), pair('flagged'), pair('same'), pair('unanswered')]).size).toBe(4);
  });
});

describe('the result of a judging run', () => {
  const head = (title: string) => ({ title }) as PairFigures['column'];
  const pair = (title: string, estimate: number | null, more: Partial<PairFigures> = {}) =>
    ({
      column: head(title),
      baseline: head('No examples'),
      rate: { estimate, lower: estimate && estimate - 0.1, upper: estimate && estimate + 0.1 },
      counted: 60,
      dialogues: 40,
      few: false,
      consistent: { share: 0.9 },
      ...more,
    }) as PairFigures;

  it('is the column that wins most often, with its interval', () => {
    expect(describeJudging([pair('Random', 0.55), pair('Context', 0.7)])).toBe(
      'The judge prefers Context, with a win rate of 70.0 % against No examples (95 % interval 60.0 to 80.0; 60 pairs from 40 dialogues).',
    );
    expect(describeJudging([pair('Random', 0.3)])).toMatch(/^The judge prefers No examples: Random has /);
  });

  it('warns of columns that use the correct labels', () => {
    const labeled = { title: 'Context', usesLabels: true } as PairFigures['column'];
    expect(describeJudging([pair('Random', 0.55), pair('', 0.7, { column: labeled })])).toMatch(
      /^The judge prefers Context, with .*\)\. Context uses the correct labels, which is an unfair advantage\.$/,
    );
  });

  it('says that the baseline wins, if it does, and over which column', () => {
    expect(describeJudging([pair('Random', 0.45), pair('Context', 0.35)])).toBe(
      'No column is clearly better than its baseline. The best is Random with a win rate of 45.0 % against No examples (95 % interval 35.0 to 55.0; 60 pairs from 40 dialogues). The judge prefers No examples to Context.',
    );
    expect(describeJudging([pair('Random', 0.45), pair('Context', 0.35), pair('BM25', 0.3)])).toMatch(
      /The judge prefers the baseline to 2 columns\.$/,
    );
    expect(describeJudging([pair('Random', 0.5), pair('Context', 0.45)])).toMatch(/40 dialogues\)\.$/);
    expect(describeJudging([pair('Random', 0.3), pair('Context', 0.35)])).toMatch(
      /^The judge prefers the baseline to every column: even Context has only a win rate of 35\.0 %/,
    );
  });

  it('says plainly that nobody wins, that the judge is not reliable, and what is missing', () => {
    expect(describeJudging([pair('Context', 0.55)])).toMatch(/^There is no clear winner: Context has /);
    expect(
      describeJudging([pair('Context', 0.7, { consistent: { share: 0.2 } as PairFigures['consistent'] })]),
    ).toMatch(/^The judge is not reliable: its two orders agree in only 20\.0 % of the pairs\./);
    expect(describeJudging([pair('Context', 0.7, { few: true })])).toMatch(
      /^There is no winner yet: .* At least 30 judged pairs are needed\.$/,
    );
    expect(describeJudging([pair('Context', null)])).toMatch(/no pair of answers has been judged/);
  });
});
