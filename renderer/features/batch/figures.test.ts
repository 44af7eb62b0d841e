import { describe, expect, it } from 'vitest';
import { eachCostText, estimatedCost, measuredDifference, rangeText, totalCostText } from './figures.ts';

describe('figures in words', () => {
  it('show no interval if nothing was measured', () => {
    expect(rangeText({ estimate: null, lower: null, upper: null }, 1)).toBe('');
    expect(rangeText({ estimate: 1, lower: 0.5, upper: 2 }, 1)).toBe('0.5 … 2.0');
  });

  it('show the difference of two answers, or nothing if one was not measured', () => {
    const answer = (bleu: number, actF1: number | null, costUsd: number | null) => ({
      measures: {
        bleu,
        rouge1: 0,
        rouge2: 0,
        rougeL: 0,
        actF1,
        examplesF1: null,
        embedding: null,
        bertScore: null,
        words: 3,
        characters: 9,
      },
      costUsd,
      latencyMs: 2 * bleu,
    });
    const [one, other] = [answer(30, 50, 0.25), answer(10, null, 0.5)];
    expect(
      (['bleu', 'actF1', 'embedding', 'costUsd', 'latencyMs'] as const).map((by) =>
        measuredDifference(one, other, by),
      ),
    ).toEqual([20, null, null, -0.25, 40]);
  });

  it('show unknown cost separately', () => {
    expect([null, { likely: 0, most: 0 }, { likely: 0.01, most: 0.25 }].map(estimatedCost)).toEqual([
      'the cost is not known',
      'at no cost',
      'about $0.01, at most $0.25',
    ]);
    expect(totalCostText({ usd: 0, unknown: 0 }, 5)).toBe('$0');
    expect(totalCostText({ usd: 0.5, unknown: 0 }, 5)).toBe('$0.50');
    expect(eachCostText({ usd: 0.5, unknown: 0 }, 5, 2)).toBe('$0.10 per answer, $0.25 per dialogue');
    expect(eachCostText({ usd: 0.5, unknown: 1 }, 5, 2)).toBeNull();
    expect(totalCostText({ usd: 0, unknown: 5 }, 5)).toBe('unknown');
    expect(totalCostText({ usd: 0.5, unknown: 1200 }, 1300)).toBe(
      '$0.50 plus the unknown cost of 1,200 answers',
    );
  });
});
