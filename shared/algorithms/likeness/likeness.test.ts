import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestByVectors, nearestByWords } from './nearest-turns.ts';

describe('the turns nearest in words', () => {
  it('are those that share most, weighted by how rare a word is among all', () => {
    const often = Array.from({ length: 50 }, () => Int32Array.of(1, 2));
    const turns = [
      [1, 2],
      [7, 2],
      [7, 1],
      [7, 8, 1],
    ].map((words) => Int32Array.from(words));
    const near = nearestByWords(Int32Array.of(7, 8, 1), turns, often, 0.3);
    expect(near.map(({ at }) => at)).toEqual([3, 2, 1]);
    expect(near[0].share).toBeCloseTo(1, 5);
    expect(nearestByWords(Int32Array.of(), turns, often, 0)).toEqual([]);
    expect(nearestByWords(Int32Array.of(99), turns, often, 0.1)).toEqual([]);
  });
});

const everyTurn = { most: 10, least: -1, isWanted: (_at: number) => true };

describe('the turns nearest by vectors', () => {
  it('are found by cosine, the earlier of equals first, as far as they are wanted and near enough', () => {
    const vectors = Float32Array.of(1, 0, 0, 1, 0.6, 0.8, 1, 0, 0, 0);
    const query = Float32Array.of(1, 0);
    const places = (wanted: Partial<typeof everyTurn> = {}) =>
      nearestByVectors(vectors, query, { ...everyTurn, ...wanted }).map(({ at }) => at);
    expect(places()).toEqual([0, 3, 2, 1, 4]);
    expect(places({ most: 1 })).toEqual([0]);
    expect(places({ most: 3 })).toEqual([0, 3, 2]);
    expect(places({ least: 0.5 })).toEqual([0, 3, 2]);
    expect(places({ isWanted: (at: number) => at > 0 })).toEqual([3, 2, 1, 4]);
    expect(places({ most: 0 })).toEqual([]);
    expect(nearestByVectors(new Float32Array(), new Float32Array(), everyTurn)).toEqual([]);
  });

  it('are those that sorting all of them gives', () => {
    const number = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }).chain((dimensions) => {
          const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions });
          return fc.tuple(fc.array(vector, { maxLength: 30 }), vector, fc.nat({ max: 8 }));
        }),
        ([rows, query, most]) => {
          const shares = rows.map((row) => row.reduce((sum, value, at) => sum + value * query[at], 0));
          const expected = shares
            .map((share, at) => ({ at, share }))
            .sort((one, other) => other.share - one.share || one.at - other.at)
            .slice(0, most);
          const found = nearestByVectors(Float32Array.from(rows.flat()), Float32Array.from(query), {
            most,
            least: Number.NEGATIVE_INFINITY,
            isWanted: () => true,
          });
          expect(found.map(({ at, share }) => [at, share + 0])).toEqual(
            expected.map(({ at, share }) => [at, share + 0]),
          );
        },
      ),
    );
  });
});
