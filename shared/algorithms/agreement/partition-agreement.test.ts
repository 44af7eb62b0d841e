import { describe, expect, it } from 'vitest';
import { comparePartitions } from './partition-agreement.ts';

describe('two partitions', () => {
  it('agree fully where only the names differ', () => {
    expect(comparePartitions([1, 1, 2, 2, 3], [7, 7, 9, 9, 8])).toEqual({
      homogeneity: 1,
      completeness: 1,
      vMeasure: 1,
      adjustedRand: 1,
      purity: 1,
    });
  });

  it('that know nothing of each other agree as chance would', () => {
    const { vMeasure, adjustedRand } = comparePartitions([0, 0, 1, 1], [0, 1, 0, 1]);
    expect(vMeasure).toBeCloseTo(0, 12);
    expect(adjustedRand).toBeCloseTo(-0.5, 12);
  });

  it('differ in one thing', () => {
    // Counted by hand: cells 2 0 / 1 1.
    const { homogeneity, completeness, adjustedRand } = comparePartitions([0, 0, 1, 1], [0, 0, 0, 1]);
    expect(homogeneity).toBeCloseTo(0.3837, 3);
    expect(completeness).toBeCloseTo(0.3113, 3);
    expect(adjustedRand).toBe(0);
  });

  it('name one by what each of its groups has most of', () => {
    // Two of the first group's three are 5; one of the second group's two is 6.
    expect(comparePartitions([0, 0, 0, 1, 1], [5, 6, 5, 6, 7]).purity).toBeCloseTo(3 / 5, 12);
    expect(comparePartitions([], []).purity).toBe(1);
  });

  it('of nothing agree', () => {
    expect(comparePartitions([], []).adjustedRand).toBe(1);
  });
});
