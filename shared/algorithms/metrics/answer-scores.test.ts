import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnsweredTurn, createAnswerScorer } from './answer-figures.ts';
import { createTextScorer } from './text/text-scorer.ts';

const turn = (change: Partial<AnsweredTurn>): AnsweredTurn => ({
  truth: 'Your parcel arrives tomorrow.',
  truthActs: ['inform'],
  answer: 'Your parcel arrives tomorrow.',
  answerActs: ['inform'],
  examples: { acts: [['inform'], ['inform', 'greet'], null], wanted: 4 },
  ...change,
});
const by = (embedding: number | null, bertScore: number | null = null) => ({
  embedding: () => embedding,
  bertScore: bertScore === null ? null : () => bertScore,
});
const alike = by(0.5);

describe('createAnswerScorer', () => {
  it('gives the truth itself the highest scores', () => {
    expect(createAnswerScorer()([turn({})], by(1, 0.75))).toEqual({
      turns: 1,
      bleu: expect.closeTo(100, 9),
      rouge1: 100,
      rouge2: 100,
      rougeL: 100,
      actF1: 100,
      actTurns: 1,
      // F1 of 1, 2/3, 0 and, for the missing example, 0.
      examplesF1: expect.closeTo(125 / 3, 9),
      exampleTurns: 1,
      embedding: 1,
      embeddingTurns: 1,
      bertScore: 0.75,
      bertScoreTurns: 1,
      words: 5,
      characters: 29,
    });
  });

  it('counts a missing answer as 0 in everything', () => {
    const measures = createAnswerScorer()([turn({}), turn({ answer: null, answerActs: [] })], by(1, 0.8));
    expect(measures).toMatchObject({
      turns: 2,
      rouge1: 50,
      rougeL: 50,
      actF1: 50,
      embedding: 0.5,
      bertScore: 0.4,
      words: 2.5,
    });
  });

  it('leaves out unknown acts and similarity, instead of counting 0', () => {
    const score = createAnswerScorer();
    expect(score([turn({ answerActs: null })], by(null))).toMatchObject({
      actF1: null,
      actTurns: 0,
      embedding: null,
      embeddingTurns: 0,
      bertScore: null,
      bertScoreTurns: 0,
    });
    expect(score([turn({ truthActs: null })], alike)).toMatchObject({ actF1: null, examplesF1: null });
    expect(score([turn({ examples: null })], alike)).toMatchObject({ examplesF1: null, exampleTurns: 0 });
    expect(score([turn({ truthActs: [] })], alike)).toMatchObject({ actF1: null });
    // An answer whose file has no acts has none of the requested acts.
    expect(score([turn({ answerActs: [] })], alike)).toMatchObject({ actF1: 0, actTurns: 1 });
    expect(score([], alike)).toMatchObject({ turns: 0, bleu: 0, actF1: null });
  });

  it('gives the same scores as the evaluation of retrieval, whatever was scored before', () => {
    const words = fc.array(fc.constantFrom('the', 'parcel', 'is', 'late', 'today', '.'), { maxLength: 8 });
    const score = createAnswerScorer();
    const other = createTextScorer();
    fc.assert(
      fc.property(words, words, (one, two) => {
        const [answer, truth] = [one.join(' '), two.join(' ')];
        const measures = score([turn({ answer, truth })], alike);
        expect(measures.bleu).toBeCloseTo(other.sentenceBleu(answer, truth), 9);
        expect(measures.rougeL).toBeCloseTo(100 * other.rougeL(answer, truth), 9);
        for (const value of [measures.rouge1, measures.rouge2]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
