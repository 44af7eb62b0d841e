import { expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { checkOf, knownPairs, pairsByTags } from './known-pairs.ts';

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

it('makes pairs for judges that compare with the true reply, by tags', () => {
  const replies = Array.from({ length: 12 }, (_, dialogue) => ({
    dialogue,
    text: `${dialogue % 2 === 0 ? 'which order number is it' : 'your money comes back today'} ${dialogue}`,
    tags: [dialogue % 2 === 0 ? 'ask' : 'refund'],
  }));
  const pairs = pairsByTags(replies, 8, createRandom(1));
  expect(pairs).toHaveLength(8);
  expect(new Set(pairs.map(({ reply }) => reply.dialogue)).size).toBe(8);
  const tagsOf = (text: string) => replies.find((reply) => reply.text === text)?.tags;
  for (const { reply, better, worse, isShuffled } of pairs) {
    expect(better).not.toBe(reply.text);
    expect(tagsOf(better)).toEqual(reply.tags);
    if (isShuffled) expect(sorted(worse)).toBe(sorted(better));
    else expect(tagsOf(worse)).not.toEqual(reply.tags);
  }
  expect(pairs.filter(({ isShuffled }) => isShuffled)).toHaveLength(4);
  expect(pairsByTags(replies.slice(0, 1), 8, createRandom(1))).toEqual([]);
});

it('counts a tie as half right, and lets no judge pass below 65 %', () => {
  expect(checkOf({ pairs: 20, right: 12, ties: 2 })).toMatchObject({ accuracy: 0.65, passed: true });
  expect(checkOf({ pairs: 20, right: 12, ties: 1 })).toMatchObject({ accuracy: 0.625, passed: false });
});
