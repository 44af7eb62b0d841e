import { describe, expect, it } from 'vitest';
import { rowMarks } from './batch-rows.tsx';

const best = (...parameters: Parameters<typeof rowMarks>) => rowMarks(...parameters).map((mark) => mark.best);

describe('the marks of a row', () => {
  it('mark the best cell, and all that print alike', () => {
    expect(best([10, 30.04, null, 30], 'rougeL', 1)).toEqual([false, true, false, true]);
  });

  it('mark none if all tie, only one was measured, or more is not better', () => {
    expect(best([10.01, 10.04], 'rougeL', 1)).toEqual([false, false]);
    expect(best([null, 10], 'rougeL', 1)).toEqual([false, false]);
    expect(best([3, 9], 'words', 0)).toEqual([false, false]);
    expect(rowMarks([], 'rougeL', 1)).toEqual([]);
  });

  it('mark the lowest if less is better', () => {
    expect(best([3, 9], 'latencyMs', 1)).toEqual([true, false]);
  });

  it("give a cell's share of the maximum", () => {
    expect(rowMarks([25, null, 100], 'bleu', 1).map(({ share }) => share)).toEqual([0.25, null, 1]);
    expect(rowMarks([-0.1, 0.5], 'embedding', 2).map(({ share }) => share)).toEqual([0, 0.5]);
    expect(rowMarks([5, 7], 'costUsd', 5).map(({ share }) => share)).toEqual([null, null]);
  });
});
