import { expect, it } from 'vitest';
import { isEndDrawn } from './automaton.ts';

it('draws the end of a state with five dialogues, or with a tenth of fewer than 50', () => {
  const least = (dialogues: number): number => {
    let ends = 0;
    while (!isEndDrawn(1, [0, ends], dialogues)) ends++;
    return ends;
  };
  expect([1, 5, 16, 50, 86, 300, 1000].map(least)).toEqual([1, 1, 2, 5, 5, 5, 15]);
  expect(isEndDrawn(0, [50], 100)).toBe(false);
});
