import { describe, expect, it } from 'vitest';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import {
  type EvaluatedTurn,
  type MethodOutcome,
  scoreOutcome,
} from '../../../lab/retrieval/outcome-scores.ts';

const TRUTH: EvaluatedTurn = { text: 'police killed the gunman', acts: ['inform'] };

function outcome(candidates: readonly EvaluatedTurn[], answer: EvaluatedTurn | null): MethodOutcome {
  return { candidates, answer, milliseconds: 1, stop: null };
}

describe('scoreOutcome', () => {
  it('scores acts, ROUGE-L and BLEU of candidates and answer', () => {
    const candidates = [
      { text: 'the gunman kill police', acts: ['request'] },
      { text: 'police kill the gunman', acts: ['inform', 'request'] },
    ];
    const scores = scoreOutcome(TRUTH, outcome(candidates, candidates[1]), 5, createTextScorer());
    // ROUGE-L 1/2 and 3/4. BLEU: matches 3/4 and 3/4, 1/3, then 1/(2·2) and 1/(4·1) by smoothing.
    const bleu = 100 * Math.exp((Math.log(3 / 4) + Math.log(1 / 3) + 2 * Math.log(1 / 4)) / 4);
    expect(scores).toEqual({
      actF1: expect.closeTo((0 + 2 / 3) / 5, 12),
      actF1Returned: expect.closeTo(1 / 3, 12),
      rougeLBest: 0.75,
      rougeLMean: expect.closeTo((0.5 + 0.75) / 5, 12),
      bleuBest: expect.closeTo(bleu, 9),
      bleuMean: expect.closeTo((2 * bleu) / 5, 9),
      bestIndex: 0,
      consensusIndex: 0,
      answerActF1: expect.closeTo(2 / 3, 12),
      answerRougeL: 0.75,
      answerBleu: expect.closeTo(bleu, 9),
    });
  });

  it('chooses the first of equally good candidates as the best', () => {
    const candidates = ['nothing alike', 'police', 'police'].map((text) => ({ text, acts: null }));
    expect(scoreOutcome(TRUTH, outcome(candidates, null), 5, createTextScorer()).bestIndex).toBe(1);
    const useless = ['nothing', 'alike'].map((text) => ({ text, acts: null }));
    expect(scoreOutcome(TRUTH, outcome(useless, null), 5, createTextScorer()).bestIndex).toBe(0);
  });

  it('finds the candidate that agrees with the others, without the truth', () => {
    const texts = ['police killed the gunman', 'we have five hotels', 'we have six hotels'];
    const candidates = texts.map((text) => ({ text, acts: null }));
    const scores = scoreOutcome(TRUTH, outcome(candidates, null), 5, createTextScorer());
    expect(scores.bestIndex).toBe(0);
    expect(scores.consensusIndex).toBe(1);
  });

  it('counts 0 if nothing was returned', () => {
    expect(scoreOutcome(TRUTH, outcome([], null), 5, createTextScorer())).toEqual({
      actF1: 0,
      actF1Returned: null,
      rougeLBest: 0,
      rougeLMean: 0,
      bleuBest: 0,
      bleuMean: 0,
      bestIndex: -1,
      consensusIndex: -1,
      answerActF1: 0,
      answerRougeL: 0,
      answerBleu: 0,
    });
  });

  it('has no act scores if the truth has no acts', () => {
    for (const acts of [null, []]) {
      const truth = { text: 'hello', acts };
      const scores = scoreOutcome(
        truth,
        outcome([{ text: 'hello', acts: ['greet'] }], null),
        5,
        createTextScorer(),
      );
      expect([scores.actF1, scores.actF1Returned, scores.answerActF1]).toEqual([null, null, null]);
      expect(scores.rougeLBest).toBe(1);
    }
  });

  it('rejects more candidates than requested', () => {
    const candidates = [TRUTH, TRUTH];
    expect(() => scoreOutcome(TRUTH, outcome(candidates, null), 1, createTextScorer())).toThrow(RangeError);
  });
});
