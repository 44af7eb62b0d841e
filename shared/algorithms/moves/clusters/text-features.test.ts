import { expect, it } from 'vitest';
import { createTextFeatures } from './text-features.ts';

it('numbers words, pairs, beginnings, questions and lengths by first occurrence', () => {
  const features = createTextFeatures(false);
  const read = (...sentences: string[]) => [
    ...features.read(
      sentences.map((one) => one.split(' ')),
      true,
    ),
  ];
  // can, you, can you, help, you help, ?, help ?, ^can, ^can you, ^?, length 4 to 7
  expect(read('can you help ?')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // The pair of "help" and "can" spans two sentences, so it is no feature.
  expect(read('you help', 'can you')).toEqual([1, 3, 4, 0, 1, 2, 11, 12, 10]);
  expect(features.count).toBe(13);
  expect([...features.read([['you', 'pay']], false)]).toEqual([1, -1, -1, 11, -1, -1]);
  expect([...features.read([], true)]).toEqual([]);
});

it('numbers parts of words, but not of placeholders', () => {
  const features = createTextFeatures(true);
  features.read([['Rechnungen', '<number>']], true);
  const first = features.count;
  const [, , , ...again] = [...features.read([['Rechnung']], true)];
  // The beginning and four parts occur in the longer word.
  expect(again.filter((feature) => feature < first)).toHaveLength(5);
  expect(createTextFeatures(true).read([['<number>']], true)).toHaveLength(3);
});

it('distinguishes more features than its initial table has room for', () => {
  const features = createTextFeatures(false);
  const words = Array.from({ length: 3000 }, (_, at) => `w${at}`);
  const numbers = [...features.read([words], true)];
  expect(new Set(numbers).size).toBe(numbers.length);
  expect([...features.read([words], false)]).toEqual(numbers);
});
