import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actF1, scoreActs } from './act-f1.ts';

describe('actF1', () => {
  it.each([
    [['inform'], ['inform'], 1],
    [['inform'], ['request'], 0],
    [['inform', 'request'], ['inform'], 2 / 3],
    [['inform', 'request'], ['inform', 'offer', 'bye'], 2 / 5],
    [['inform', 'inform'], ['inform'], 1],
    [[], ['inform'], 0],
    [['inform'], [], 0],
    [[], [], 0],
  ])('of %j and %j is %d', (candidate, truth, expected) => {
    expect(actF1(candidate, truth)).toBeCloseTo(expected, 12);
  });

  it('is symmetric, within 0 and 1, ignores order and repetitions, and is the harmonic mean of precision and recall', () => {
    const acts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 8 });
    fc.assert(
      fc.property(acts, acts, (left, right) => {
        const score = actF1(left, right);
        expect(score).toBe(actF1(right, left));
        expect(score).toBe(actF1([...left, ...left].reverse(), right));
        const [leftSet, rightSet] = [new Set(left), new Set(right)];
        const hits = [...leftSet].filter((act) => rightSet.has(act)).length;
        if (hits === 0) expect(score).toBe(0);
        else {
          const precision = hits / leftSet.size;
          const recall = hits / rightSet.size;
          expect(score).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
        }
      }),
    );
  });
});

describe('scoreActs', () => {
  it('divides by the requested number, not by the returned one', () => {
    const score = scoreActs([['inform'], ['request'], ['inform', 'request']], ['inform'], 5);
    expect(score?.overWanted).toBeCloseTo((1 + 0 + 2 / 3) / 5, 12);
    expect(score?.overReturned).toBeCloseTo((1 + 0 + 2 / 3) / 3, 12);
  });

  it('counts a candidate without acts as 0 in both means', () => {
    const score = scoreActs([['inform'], null, []], ['inform'], 5);
    expect(score?.overWanted).toBeCloseTo(1 / 5, 12);
    expect(score?.overReturned).toBeCloseTo(1 / 3, 12);
  });

  it('gives null for the mean over returned candidates if there are none', () => {
    expect(scoreActs([], ['inform'], 5)).toEqual({ overWanted: 0, overReturned: null });
  });

  it('leaves out truths without acts', () => {
    expect(scoreActs([['inform']], [], 5)).toBeNull();
    expect(scoreActs([['inform']], null, 5)).toBeNull();
  });

  it('rejects more candidates than requested', () => {
    expect(() => scoreActs([['a'], ['a']], ['a'], 1)).toThrow('2 candidates, but at most 1 can be scored');
  });
});
