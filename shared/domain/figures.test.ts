import { expect, it } from 'vitest';
import { isClear } from './figures.ts';

it('calls a difference clear where its interval leaves 0 out', () => {
  expect(isClear({ lower: 0.2, upper: 2 })).toBe(true);
  expect(isClear({ lower: -2, upper: -0.1 })).toBe(true);
  expect(isClear({ lower: -0.2, upper: 2 })).toBe(false);
  expect(isClear({ lower: null, upper: null })).toBe(false);
});
