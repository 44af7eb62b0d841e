import { describe, expect, it } from 'vitest';
import { pairItems } from './batch-figures.ts';

const items = (...asked: readonly (readonly [dialogue: number, ...turns: number[]])[]) =>
  asked.map(([dialogue, ...turns], item) => ({ item, asks: `${dialogue} ${JSON.stringify(turns)}` }));

describe('items of two runs that ask the same', () => {
  it('are met by dialogue and turns, wherever they stand', () => {
    const pairs = pairItems(items([1, 3], [2, 5], [2, 5, 7]), items([2, 5, 7], [9, 3], [1, 3]));
    expect([...pairs]).toEqual([
      [0, 2],
      [2, 0],
    ]);
  });

  it('are met once each where a run asks one twice', () => {
    expect([...pairItems(items([1, 3], [1, 3], [1, 3]), items([1, 3]))]).toEqual([[0, 0]]);
    expect([...pairItems(items([1, 3]), items([2, 1], [1, 3], [1, 3]))]).toEqual([[0, 1]]);
    expect([...pairItems(items([1, 3], [1, 3]), items([1, 3], [1, 3]))]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
