import { describe, expect, it } from 'vitest';
import type { JudgedPair } from '#shared/contract/judging.ts';
import { isVerdict, keptText, ordersText, outcomeText, shareText } from './judging-text.ts';

describe('texts of a judging run', () => {
  it('show percentages, and a dash if nothing was counted', () => {
    expect(shareText({ successes: 0, trials: 0, share: null, low: 0, high: 1 })).toBe('nothing counted');
    expect(shareText({ successes: 3, trials: 4, share: 0.75, low: 0.3, high: 0.95 })).toBe(
      '75.0 % of 4 (30.0 … 95.0)',
    );
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
      ].join('; '),
    ).toBe('won; lost; tie; tie: the orders disagree');
    expect(new Set([pair('open'), pair('flagged'), pair('same'), pair('unanswered')]).size).toBe(4);
  });
});
