import { expect, it } from 'vitest';
import { topState } from './questions.ts';

it('finds the state with the most of a figure', () => {
  expect(topState([900, 3, Number.NaN, 8])).toBe(3);
  expect(topState([900, Number.NaN])).toBeNull();
});
