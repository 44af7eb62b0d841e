import { expect, it } from 'vitest';
import { placeAt } from './column-order.tsx';

it('places a dragged column after those whose center it has passed', () => {
  expect([0, 100, 101, 250, 999].map((x) => placeAt(x, [100, 200, 300]))).toEqual([0, 0, 1, 2, 3]);
  expect(placeAt(5, [])).toBe(0);
});
