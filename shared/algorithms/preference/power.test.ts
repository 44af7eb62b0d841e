import { expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { detectableWinRate } from './rank-methods.ts';

it('needs a larger difference the fewer votes there are', () => {
  expect([10, 20, 50, 100, 200].map(detectableWinRate)).toEqual([92, 80, 71, 65, 61]);
  expect(detectableWinRate(5)).toBeNull();
});

it('is found as often as stated in simulated series', () => {
  const random = createRandom(1);
  // 33 of 50 is the least that a coin reaches in under 2.5 % of series.
  const found = Array.from({ length: 4000 }, () => {
    let wins = 0;
    for (let vote = 0; vote < 50; vote++) if (random.next() < 0.71) wins++;
    return wins >= 33;
  }).filter(Boolean).length;
  expect(found / 4000).toBeGreaterThan(0.8);
  expect(found / 4000).toBeLessThan(0.86);
});
