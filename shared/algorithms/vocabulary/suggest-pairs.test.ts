import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { SUGGEST_OPTIONS, suggestPairs } from './suggest-pairs.ts';
import { contextSimilarity, countContexts, type TagSequences } from './tag-contexts.ts';

function sequencesOf(dialogues: readonly (readonly (readonly number[])[])[], tagCount: number): TagSequences {
  const turns = dialogues.flat();
  const offsets = (lengths: readonly number[]): Int32Array => {
    const all = new Int32Array(lengths.length + 1);
    lengths.forEach((length, index) => {
      all[index + 1] = all[index] + length;
    });
    return all;
  };
  return {
    tagCount,
    turnOffsets: offsets(dialogues.map(({ length }) => length)),
    tagOffsets: offsets(turns.map(({ length }) => length)),
    tags: Int32Array.from(turns.flat()),
    roles: Uint8Array.from(dialogues.flatMap((dialogue) => dialogue.map((_, turn) => (turn + 1) % 2))),
  };
}

/** The words of a turn are the first letters of its tags. */
const wordsAt =
  ({ tagOffsets, tags }: TagSequences, said: (tag: number) => string) =>
  (turn: number): string[] =>
    Array.from(tags.subarray(tagOffsets[turn], tagOffsets[turn + 1]), said);

const someDialogues = fc.array(
  fc.array(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 3 }), { maxLength: 6 }),
  { maxLength: 12 },
);

describe('contexts', () => {
  it('count every turn of a tag once on each side', () => {
    fc.assert(
      fc.property(someDialogues, (dialogues) => {
        const contexts = countContexts(sequencesOf(dialogues, 5));
        for (let tag = 0; tag < 5; tag++) {
          const turns = dialogues.flat().filter((tags) => tags.includes(tag)).length;
          expect(contexts.turns[tag]).toBe(turns);
          expect(contexts.byRole[0][tag] + contexts.byRole[1][tag]).toBe(turns);
          for (const side of [contexts.before, contexts.after, contexts.beside])
            expect(side[tag].total).toBeCloseTo(turns);
          for (let other = tag + 1; other < 5; other++) {
            const both = dialogues.flat().filter((tags) => tags.includes(tag) && tags.includes(other)).length;
            expect(contexts.together.get(tag * 5 + other) ?? 0).toBe(both);
          }
        }
      }),
    );
  });

  it('are as alike one way as the other, wholly where they are the same, and not at all where nothing is shared', () => {
    const counts = fc.array(fc.nat({ max: 30 }), { minLength: 4, maxLength: 4 }).map((values) => ({
      contexts: Int32Array.from([0, 1, 2, 3]),
      counts: Float64Array.from(values),
      total: values.reduce((sum, value) => sum + value, 0),
    }));
    fc.assert(
      fc.property(counts, counts, (left, right) => {
        const similarity = contextSimilarity(left, right);
        expect(similarity).toBeCloseTo(contextSimilarity(right, left));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(contextSimilarity(left, left)).toBe(1);
      }),
    );
    const one = { contexts: Int32Array.of(0), counts: Float64Array.of(1000), total: 1000 };
    const other = { contexts: Int32Array.of(1), counts: Float64Array.of(1000), total: 1000 };
    expect(contextSimilarity(one, other)).toBeLessThan(0.01);
  });
});

describe('suggested pairs', () => {
  const names = ['greet', 'money-back', 'refund', 'answer', 'deny', 'thank'];
  const meaning = (tag: number): string => names[tag === 1 ? 2 : tag];
  const silent = () => [];

  it('are tags that one tag was divided into at random, and not those that answer differently', () => {
    const random = createRandom(5);
    const dialogues = Array.from({ length: 400 }, (_, index) => {
      const asks = index % 2 === 0;
      return [[0], [asks ? 1 + random.integer(2) : 5], [asks ? 3 : 4]];
    });
    const sequences = sequencesOf(dialogues, names.length);
    const pairs = suggestPairs(names, sequences, wordsAt(sequences, meaning));
    expect(pairs.map(({ left, right }) => [left, right])).toEqual([[1, 2]]);
    expect(pairs[0].context).toBeGreaterThan(0.97);
    expect(pairs[0].score).toBeGreaterThan(0.97);
    // The same places of the same flows, and other words: two tags.
    expect(
      suggestPairs(
        names,
        sequences,
        wordsAt(sequences, (tag) => names[tag]),
      ),
    ).toEqual([]);
  });

  it('are no tags of few short dialogues, which all stand in the same surroundings, nor names that only look alike', () => {
    const all = ['greet', 'help', 'pet', 'change', 'chance', 'answer'];
    const dialogues = Array.from({ length: 160 }, (_, index) => [
      [1 + (index % 4)],
      [index % 2 === 0 ? 0 : 5],
    ]);
    const sequences = sequencesOf(dialogues, all.length);
    // Half of the words of each tag are used with all.
    const words = (turn: number): string[] => [
      ...wordsAt(sequences, (tag) => all[tag])(turn),
      ['please', 'now', 'my', 'the'][turn % 4],
    ];
    expect(suggestPairs(all, sequences, words)).toEqual([]);
  });

  it('are never tags that stand in one turn, nor tags that were hardly seen', () => {
    const together = Array.from({ length: 100 }, () => [[0], [1, 2], [3]]);
    expect(suggestPairs(names, sequencesOf(together, names.length), silent)).toEqual([]);
    const rare = Array.from({ length: SUGGEST_OPTIONS.leastTurns - 1 }, (_, index) => [
      [0],
      [1 + (index % 2)],
      [3],
    ]);
    expect(suggestPairs(names, sequencesOf(rare, names.length), silent)).toEqual([]);
  });

  it('are found by spelling, however rare, and come first where both say so', () => {
    const dialogues = Array.from({ length: 200 }, (_, index) => [[0], [1 + (index % 2)], [3]]);
    const sequences = sequencesOf([...dialogues, [[4]]], names.length);
    const pairs = suggestPairs(
      ['greet', 'refund', 'refunds', 'answer', 'greeet', 'thank'],
      sequences,
      wordsAt(sequences, (tag) => ['hello', 'money', 'money', 'sorry', 'hello', 'bye'][tag]),
    );
    expect(pairs.map(({ left, right }) => [left, right])).toEqual([
      [1, 2],
      [0, 4],
    ]);
  });

  it('do not depend on how often nothing happens', () => {
    fc.assert(
      fc.property(someDialogues, (dialogues) => {
        const suggested = (all: typeof dialogues) => {
          const sequences = sequencesOf(all, names.length);
          return suggestPairs(names, sequences, wordsAt(sequences, meaning));
        };
        expect(suggested([...dialogues, [[], []]])).toEqual(suggested(dialogues));
      }),
    );
  });
});
