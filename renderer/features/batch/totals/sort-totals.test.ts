import { describe, expect, it } from 'vitest';
import type { BatchColumnHead, BatchSummary } from '#shared/contract/batch.ts';
import { nextTotalsSorting, openingBaseline, sortTotals, wantedOf } from './describe-result.ts';

const column = (title: string, rougeL: number | null) =>
  ({ title, figures: { rougeL: { estimate: rougeL } } }) as BatchSummary['columns'][number];

describe('the totals', () => {
  it('are sorted by any figure, with missing values last', () => {
    const columns = [column('b', 2), column('a', null), column('c', 5)];
    const titles = (by: 'rougeL' | 'title', descending: boolean) =>
      sortTotals(columns, { by, descending })
        .map(({ title }) => title)
        .join(' ');
    expect(titles('rougeL', true)).toBe('c b a');
    expect(titles('rougeL', false)).toBe('b c a');
    expect(titles('title', false)).toBe('a b c');
    expect(sortTotals(columns, null)).toBe(columns);
  });

  it('start with the highest, or the lowest if less is better, and reverse on the second click', () => {
    const first = nextTotalsSorting(null, 'rougeL');
    expect(first).toEqual({ by: 'rougeL', descending: true });
    expect(nextTotalsSorting(first, 'rougeL').descending).toBe(false);
    expect(nextTotalsSorting(first, 'latencyMs').descending).toBe(false);
  });

  it('say of each figure whether more or less is better, or neither', () => {
    expect([wantedOf('actF1'), wantedOf('failures'), wantedOf('words')]).toEqual(['most', 'least', null]);
  });

  it('use no examples as the default baseline, else BM25, else the first column', () => {
    const heads = (...methods: string[]): BatchColumnHead[] =>
      methods.map((method) => ({
        key: `${method}!`,
        title: method,
        column: { method, answerer: { kind: 'consensus' } },
        usesLabels: false,
      }));
    expect(openingBaseline(heads('random', 'bm25-last', 'none'))).toBe('none!');
    expect(openingBaseline(heads('random', 'bm25-last'))).toBe('bm25-last!');
    expect(openingBaseline(heads('random', 'dense'))).toBe('random!');
    expect(openingBaseline(heads('random'))).toBeNull();
  });
});
