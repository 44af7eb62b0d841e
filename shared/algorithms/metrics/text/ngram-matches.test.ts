import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNgramMatches } from './bleu.ts';

/** Clipped counts by hashing every n-gram. */
function naiveMatches(
  candidate: readonly number[],
  references: readonly (readonly number[])[],
  maxOrder: number,
) {
  const count = (ids: readonly number[], order: number) => {
    const counts = new Map<string, number>();
    for (let start = 0; start + order <= ids.length; start++) {
      const ngram = ids.slice(start, start + order).join();
      counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
    }
    return counts;
  };
  return Array.from({ length: maxOrder }, (_, index) => {
    let matches = 0;
    for (const [ngram, occurrences] of count(candidate, index + 1)) {
      const most = Math.max(0, ...references.map((reference) => count(reference, index + 1).get(ngram) ?? 0));
      matches += Math.min(occurrences, most);
    }
    return matches;
  });
}

function matchesOf(
  candidate: readonly number[],
  references: readonly (readonly number[])[],
  maxOrder: number,
) {
  const matches = new Float64Array(maxOrder);
  addNgramMatches(
    matches,
    0,
    maxOrder,
    Int32Array.from(candidate),
    references.map((ids) => Int32Array.from(ids)),
  );
  return [...matches];
}

describe('addNgramMatches', () => {
  it('counts an n-gram at most as often as the reference that has it most often', () => {
    // "the" seven times; one reference has it twice, the other once.
    expect(
      matchesOf(
        [0, 0, 0, 0, 0, 0, 0],
        [
          [0, 1, 2, 3, 0, 4],
          [5, 2, 6, 1, 3, 0, 4],
        ],
        4,
      ),
    ).toEqual([2, 0, 0, 0]);
  });

  it('adds to existing counts, at the offset', () => {
    const matches = Float64Array.of(10, 10, 10, 10);
    addNgramMatches(matches, 1, 2, Int32Array.of(1, 2), [Int32Array.of(1, 2)]);
    expect([...matches]).toEqual([10, 12, 11, 10]);
  });

  it('agrees with hashing', () => {
    const sequence = (maxLength: number) => fc.array(fc.integer({ min: 0, max: 3 }), { maxLength });
    fc.assert(
      fc.property(
        sequence(25),
        fc.array(sequence(25), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 6 }),
        (candidate, references, maxOrder) => {
          expect(matchesOf(candidate, references, maxOrder)).toEqual(
            naiveMatches(candidate, references, maxOrder),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
