import { describe, expect, it } from 'vitest';
import { estimate } from '../../../tests/fixtures/estimate.ts';
import { estimateText, plotScale, spoken } from './interval-plot.tsx';

const NONE = { estimate: null, lower: null, upper: null };

describe('printed figures', () => {
  it('have one decimal and their interval', () => {
    expect(estimateText({ estimate: 34.44, lower: 33.06, upper: 35.6 })).toBe('34.4 [33.1, 35.6]');
    expect(estimateText({ estimate: 34.44, lower: null, upper: null })).toBe('34.4');
    expect(estimateText(NONE)).toBe('–');
  });

  it('have a sign if they are differences, with a true minus', () => {
    expect(estimateText({ estimate: 2, lower: -0.5, upper: 4 }, true)).toBe('+2.0 [−0.5, +4.0]');
  });
});

describe('plotScale', () => {
  it('covers every interval and says that it does not start at 0', () => {
    const scale = plotScale([estimate(30, 2), estimate(40, 3), NONE], 100, 500, false);
    expect(scale?.cut).toBe(true);
    for (const value of [28, 43]) {
      expect(scale?.x(value)).toBeGreaterThanOrEqual(100);
      expect(scale?.x(value)).toBeLessThanOrEqual(500);
    }
  });

  it('does not extend below 0 for figures that cannot be negative', () => {
    const scale = plotScale([estimate(1, 1)], 0, 400, false);
    expect(scale?.ticks[0].value).toBe(0);
    expect(scale?.cut).toBe(false);
  });

  it('includes 0 for differences', () => {
    const scale = plotScale([estimate(5, 1)], 0, 400, true);
    expect(scale?.ticks.map((tick) => tick.value)).toContain(0);
  });

  it('makes an axis for a single value', () => {
    const scale = plotScale([{ estimate: 12, lower: 12, upper: 12 }], 0, 400, false);
    expect(scale?.ticks.length).toBeGreaterThan(1);
  });

  it('returns null if nothing was measured', () => {
    expect(plotScale([NONE], 0, 400, false)).toBeNull();
    expect(plotScale([], 0, 400, true)).toBeNull();
  });
});

it('is read out with what uses the correct labels', () => {
  const value = { estimate: 57.6, lower: 50, upper: 66.4 };
  expect(
    spoken(
      [
        { title: 'Context', oracle: true, value },
        { title: 'BM25', oracle: false, value },
      ],
      false,
    ),
  ).toBe('Context 57.6 [50.0, 66.4], uses the correct labels; BM25 57.6 [50.0, 66.4]');
});
