import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

function take(seed: number, count: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('createRandom', () => {
  it('repeats its stream for one seed and differs for neighbours, signs and upper halves', () => {
    expect(take(7, 5)).toEqual(take(7, 5));
    const starts = [0, 1, 2, -1, -2, 2 ** 32, 2 ** 33, 2 ** 53 - 1].map((seed) => take(seed, 1)[0]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('keeps the stream that earlier results were made with', () => {
    const random = createRandom(1);
    expect(Array.from({ length: 5 }, () => random.integer(1000))).toEqual(STREAM_OF_SEED_1);
  });

  it('refuses seeds and bounds that it cannot honour', () => {
    expect(() => createRandom(0.5)).toThrow(RangeError);
    expect(() => createRandom(Number.NaN)).toThrow(RangeError);
    const random = createRandom(1);
    for (const bound of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN])
      expect(() => random.integer(bound)).toThrow(RangeError);
    expect(() => random.pick([])).toThrow(/empty/);
  });

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const random = createRandom(seed);
        for (let draw = 0; draw < 5; draw++) {
          const whole = random.integer(bound);
          const fraction = random.next();
          if (!Number.isInteger(whole) || whole < 0 || whole >= bound || fraction < 0 || fraction >= 1)
            return false;
        }
        return true;
      }),
    );
  });

  it('draws the remainder of the next word before the last whole multiple of the bound', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 32 })),
        (seed, bound) => {
          const [random, words] = [createRandom(seed), createRandom(seed)];
          for (let draw = 0; draw < 20; draw++) {
            let word = words.next() * 2 ** 32;
            while (word >= 2 ** 32 - (2 ** 32 % bound)) word = words.next() * 2 ** 32;
            expect(random.integer(bound)).toBe(word % bound);
          }
        },
      ),
    );
  });

  it('draws whole numbers evenly', () => {
    const random = createRandom(42);
    const counts = new Array<number>(100).fill(0);
    for (let draw = 0; draw < 100_000; draw++) counts[random.integer(100)]++;
    // 99 degrees of freedom: 148.2 is passed once in a thousand streams.
    expect(chiSquare(counts)).toBeLessThan(148.2);
  });

  it('starts evenly over seeds that follow each other', () => {
    const counts = new Array<number>(100).fill(0);
    for (let seed = 0; seed < 100_000; seed++) counts[createRandom(seed).integer(100)]++;
    expect(chiSquare(counts)).toBeLessThan(148.2);
  });

  it('makes every order of four equally likely and leaves the array alone', () => {
    const random = createRandom(3);
    const values = ['a', 'b', 'c', 'd'];
    const orders = new Map<string, number>();
    for (let draw = 0; draw < 24_000; draw++) {
      const order = random.shuffle(values).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(values).toEqual(['a', 'b', 'c', 'd']);
    expect(orders.size).toBe(24);
    // 23 degrees of freedom, one in a thousand.
    expect(chiSquare([...orders.values()])).toBeLessThan(49.7);
  });

  it('shuffles to a permutation', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (values, seed) => {
        const shuffled = createRandom(seed).shuffle(values);
        expect([...shuffled].sort((x, y) => x - y)).toEqual([...values].sort((x, y) => x - y));
      }),
    );
  });
});

const STREAM_OF_SEED_1 = [537, 438, 255, 13, 659];
