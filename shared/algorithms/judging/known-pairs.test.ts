import { expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { knownPairs } from './judge-messages.ts';

const items = Array.from({ length: 12 }, (_, item) => ({
  item,
  truths: [`your order number ${item} leaves the warehouse today`],
}));
const sorted = (text = ''): string => text.split(' ').sort().join(' ');

it('compares the true reply with another one or with its own words in random order', () => {
  const pairs = knownPairs(items, 8, createRandom(1));
  expect(pairs).toHaveLength(8);
  expect(new Set(pairs.map(({ item }) => item)).size).toBe(8);
  const disordered = pairs.filter(({ better, worse }) => sorted(better[0]) === sorted(worse[0]));
  expect(disordered).toHaveLength(4);
  for (const { item, better, worse } of pairs) {
    expect(better).toEqual(items[item]?.truths);
    expect(worse).not.toEqual(better);
  }
  expect(knownPairs(items, 8, createRandom(1))).toEqual(pairs);
});

it('leaves out items without a worse reply', () => {
  expect(knownPairs([{ item: 0, truths: ['Hello'] }], 5, createRandom(1))).toEqual([]);
  const same = [0, 1].map((item) => ({ item, truths: ['Hello'] }));
  expect(knownPairs(same, 5, createRandom(1))).toEqual([]);
});
