import { describe, expect, it } from 'vitest';
import { actBagF1 } from '../../../lab/retrieval/act-bag-f1.ts';

describe('actBagF1', () => {
  it.each([
    [['inform', 'inform'], ['inform', 'inform'], 1],
    [['inform', 'inform'], ['inform'], 2 / 3],
    [['inform'], ['inform', 'inform', 'inform'], 2 / 4],
    [['request', 'inform', 'inform'], ['inform', 'request', 'bye'], 4 / 6],
    [['inform'], ['request'], 0],
    [[], ['inform'], 0],
    [[], [], 0],
  ])('of %j and %j is %d', (candidate, truth, expected) => {
    expect(actBagF1(candidate, truth)).toBeCloseTo(expected, 12);
    expect(actBagF1(truth, candidate)).toBeCloseTo(expected, 12);
  });
});
