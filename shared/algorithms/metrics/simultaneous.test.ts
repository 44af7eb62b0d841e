import { expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { gaussian } from '../retrieval/dense/lsa.ts';
import { widenForChoice } from './bootstrap.ts';

it('leaves a single estimate, and an unknown interval, unchanged', () => {
  const interval = { estimate: 2, lower: 1, upper: 3 };
  expect(widenForChoice(interval, 1)).toEqual(interval);
  const unknown = { estimate: 2, lower: null, upper: null };
  expect(widenForChoice(unknown, 5)).toEqual(unknown);
});

it('widens by the tails of a normal distribution', () => {
  const { lower, upper } = widenForChoice({ estimate: 0, lower: -1.959964, upper: 1.959964 }, 4);
  expect(upper).toBeCloseTo(2.4977, 3);
  expect(lower).toBeCloseTo(-2.4977, 3);
});

it('finds the best of six better than zero in at most 5 % of samples without a difference', () => {
  const random = createRandom(7);
  let found = 0;
  let foundUnwidened = 0;
  for (let sample = 0; sample < 4000; sample++) {
    const best = Math.max(...Array.from({ length: 6 }, () => gaussian(() => random.next())));
    const interval = { estimate: best, lower: best - 1.959964, upper: best + 1.959964 };
    if (widenForChoice(interval, 6).lower! > 0) found++;
    if (interval.lower > 0) foundUnwidened++;
  }
  expect(found / 4000).toBeLessThan(0.05);
  expect(foundUnwidened / 4000).toBeGreaterThan(0.05);
});
