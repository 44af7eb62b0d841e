import { describe, expect, it } from 'vitest';
import { scoreLabels } from '../../../lab/label-scores.ts';

describe('scoreLabels', () => {
  it('is what scikit-learn answers', () => {
    // f1_score(['a','a','b','c','b'], ['a','b','b','a','b'], average='weighted') = 0.52; accuracy 0.6.
    const scores = scoreLabels([
      ['a', 'a'],
      ['b', 'a'],
      ['b', 'b'],
      ['a', 'c'],
      ['b', 'b'],
    ]);
    expect(scores.count).toBe(5);
    expect(scores.accuracy).toBeCloseTo(60, 10);
    expect(scores.f1).toBeCloseTo(52, 10);
  });

  it('counts no prediction as wrong, and has no score for nothing', () => {
    expect(scoreLabels([[null, 'a']])).toEqual({ count: 1, accuracy: 0, f1: 0 });
    expect(scoreLabels([])).toEqual({ count: 0, accuracy: null, f1: null });
  });
});
