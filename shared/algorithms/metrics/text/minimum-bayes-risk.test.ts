import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rougeLF1, rougeTokens } from './rouge.ts';
import { chooseByMinimumBayesRisk, createTokenVocabulary } from './text-scorer.ts';

function idsOf(texts: readonly string[]): Int32Array[] {
  const vocabulary = createTokenVocabulary();
  return texts.map((text) => vocabulary.idsOf(rougeTokens(text)));
}

/** The definition, word for word. */
function naiveScores(candidates: readonly Int32Array[], weights: readonly number[]): number[] {
  return candidates.map((candidate, index) => {
    let gain = 0;
    let total = 0;
    candidates.forEach((other, otherIndex) => {
      if (otherIndex === index) return;
      gain += weights[otherIndex] * rougeLF1(candidate, other);
      total += weights[otherIndex];
    });
    return total > 0 ? gain / total : 0;
  });
}

describe('chooseByMinimumBayesRisk', () => {
  it('chooses the answer that shares most with the others', () => {
    const choice = chooseByMinimumBayesRisk(
      idsOf([
        'what area would you like',
        'goodbye',
        'what area do you like',
        'what price range would you like',
      ]),
    );
    // Pairs: 0-2 4/5, 0-3 2·4/11, 2-3 2·3/11; "goodbye" shares nothing.
    expect(choice?.index).toBe(0);
    expect([...(choice?.scores ?? [])]).toEqual([
      expect.closeTo((4 / 5 + 8 / 11) / 3, 12),
      0,
      expect.closeTo((4 / 5 + 6 / 11) / 3, 12),
      expect.closeTo((8 / 11 + 6 / 11) / 3, 12),
    ]);
  });

  it('counts equal answers as often as they occur', () => {
    const choice = chooseByMinimumBayesRisk(idsOf(['a b c', 'x y', 'X, y!', 'x y']));
    expect(choice).toEqual({ index: 1, scores: Float64Array.of(0, 2 / 3, 2 / 3, 2 / 3) });
  });

  it('chooses the first of equally good answers', () => {
    expect(chooseByMinimumBayesRisk(idsOf(['a', 'b', 'c']))?.index).toBe(0);
    expect(chooseByMinimumBayesRisk(idsOf(['q', 'a b', 'a b']))?.index).toBe(1);
  });

  it('counts candidates by their weights', () => {
    const texts = idsOf(['a b', 'a b', 'x y', 'x y']);
    expect(chooseByMinimumBayesRisk(texts)?.index).toBe(0);
    const choice = chooseByMinimumBayesRisk(texts, [1, 1, 3, 3]);
    expect(choice?.index).toBe(2);
    expect([...(choice?.scores ?? [])]).toEqual([1 / 7, 1 / 7, 3 / 5, 3 / 5]);
  });

  it('chooses from one candidate, from candidates without tokens, and with weights of 0; null without candidates', () => {
    expect(chooseByMinimumBayesRisk([])).toBeNull();
    expect(chooseByMinimumBayesRisk(idsOf(['a']))).toEqual({ index: 0, scores: Float64Array.of(0) });
    expect(chooseByMinimumBayesRisk(idsOf(['', '?!']))).toEqual({ index: 0, scores: Float64Array.of(0, 0) });
    expect(chooseByMinimumBayesRisk(idsOf(['a', 'a']), [0, 0])).toEqual({
      index: 0,
      scores: Float64Array.of(0, 0),
    });
  });

  it('rejects invalid weights', () => {
    expect(() => chooseByMinimumBayesRisk(idsOf(['a', 'b']), [1])).toThrow('1 weights for 2 candidates');
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => chooseByMinimumBayesRisk(idsOf(['a', 'b']), [1, wrong])).toThrow(RangeError);
    }
  });

  it('agrees with the definition', () => {
    const text = fc
      .array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 })
      .map((ids) => Int32Array.from(ids));
    const weighted = fc.tuple(text, fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(weighted, { minLength: 1, maxLength: 12 }), (pairs) => {
        const candidates = pairs.map(([candidate]) => candidate);
        const weights = pairs.map(([, weight]) => weight);
        const choice = chooseByMinimumBayesRisk(candidates, weights);
        const expected = naiveScores(candidates, weights);
        expect([...(choice?.scores ?? [])]).toEqual(expected.map((score) => expect.closeTo(score, 10)));
        const best = choice?.scores[choice.index] ?? -1;
        expect(best).toBe(Math.max(...(choice?.scores ?? [])));
        expect(choice?.scores.indexOf(best)).toBe(choice?.index);
      }),
      { numRuns: 300 },
    );
  });
});
