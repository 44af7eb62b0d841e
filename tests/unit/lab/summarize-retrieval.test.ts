import { describe, expect, it } from 'vitest';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { EvaluatedTurn } from '../../../lab/retrieval/outcome-scores.ts';
import {
  createRetrievalEvaluation,
  type EvaluatedMethod,
  type EvaluatedOutcome,
} from '../../../lab/retrieval/retrieval-evaluation.ts';
import { summarizeRetrieval } from '../../../lab/retrieval/summarize-retrieval.ts';

const METHODS: readonly EvaluatedMethod[] = [
  { name: 'random', kind: 'baseline', oracle: false },
  { name: 'bm25-last', kind: 'baseline', oracle: false },
  { name: 'dfa-paper', kind: 'paper', oracle: false },
  { name: 'context', kind: 'context', oracle: false },
];

function turn(text: string, ...acts: string[]): EvaluatedTurn {
  return { text, acts };
}

const HOTEL = turn('the hotel is in the north', 'inform');
const AREA = turn('which area would you like', 'request');

function found(
  candidates: readonly EvaluatedTurn[],
  milliseconds: number,
  stop: string | null = null,
): EvaluatedOutcome {
  // A candidate's dialogue has each of the candidate's acts twice.
  const dialogueActs = candidates.map(({ acts }) => [...(acts ?? []), ...(acts ?? [])]);
  return { candidates, dialogueActs, answer: candidates[0] ?? null, milliseconds, stop };
}

/** One dialogue, two queries: `random` finds nothing, `bm25-last` half, `dfa-paper` one, `context` all. */
function twoQueries() {
  const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2 });
  evaluation.add({
    dialogueId: 'd1',
    truth: HOTEL,
    dialogueActs: ['inform', 'request'],
    outcomes: {
      random: found([AREA, AREA], 1),
      'bm25-last': found([AREA, HOTEL], 2),
      'dfa-paper': found([HOTEL], 1, 'tag not in the tree'),
      context: found([HOTEL, HOTEL], 3, 'support too small'),
    },
  });
  evaluation.add({
    dialogueId: 'd1',
    truth: AREA,
    dialogueActs: ['inform', 'request'],
    outcomes: {
      random: found([HOTEL, HOTEL], 3),
      'bm25-last': found([HOTEL, AREA], 4),
      'dfa-paper': found([], 1, 'tag not in the tree'),
      context: found([AREA, AREA], 5, 'history used up'),
    },
  });
  return evaluation.tally();
}

const exactly = (value: number) => ({ estimate: expect.closeTo(value, 9), lower: null, upper: null });
const NOTHING = { estimate: null, lower: null, upper: null };

describe('summarizeRetrieval', () => {
  it('gives every figure of a method', () => {
    const summary = summarizeRetrieval(twoQueries(), { seed: 1, baseline: 'bm25-last', resamples: 50 });
    expect(summary).toMatchObject({
      queries: 2,
      queriesWithActs: 2,
      dialogues: 1,
      examples: 2,
      bootstrap: { seed: 1, resamples: 50, level: 0.95 },
    });
    expect(summary.methods.map(({ name }) => name)).toEqual(METHODS.map(({ name }) => name));
    // The two texts share no token.
    expect(summary.methods[1]).toEqual({
      name: 'bm25-last',
      kind: 'baseline',
      oracle: false,
      actF1: exactly(50),
      actF1Returned: exactly(50),
      dialogueActF1: exactly(50),
      rougeL: { best: exactly(100), mean: exactly(50) },
      sentenceBleu: { best: exactly(100), mean: exactly(50) },
      corpusBleu: { first: exactly(0), consensus: exactly(0), best: exactly(100) },
      answer: { actF1: exactly(0), rougeL: exactly(0), bleu: exactly(0) },
      returned: exactly(2),
      full: exactly(100),
      timeMs: { median: 3, p95: expect.closeTo(3.9, 9) },
      stops: [],
    });
    // Six of eleven reference tokens were answered, all right: only the brevity penalty is left.
    const brief = 100 * Math.exp(1 - 11 / 6);
    expect(summary.methods[2]).toEqual({
      name: 'dfa-paper',
      kind: 'paper',
      oracle: false,
      actF1: exactly(25),
      actF1Returned: exactly(100),
      dialogueActF1: exactly(12.5),
      rougeL: { best: exactly(50), mean: exactly(25) },
      sentenceBleu: { best: exactly(50), mean: exactly(25) },
      corpusBleu: { first: exactly(brief), consensus: exactly(brief), best: exactly(brief) },
      answer: { actF1: exactly(50), rougeL: exactly(50), bleu: exactly(brief) },
      returned: exactly(0.5),
      full: exactly(0),
      timeMs: { median: 1, p95: 1 },
      stops: [{ reason: 'tag not in the tree', queries: 2 }],
    });
    expect(summary.methods[3].stops).toEqual([
      { reason: 'history used up', queries: 1 },
      { reason: 'support too small', queries: 1 },
    ]);
  });

  it('lists why routes stopped, most frequent first, then by name', () => {
    const evaluation = createRetrievalEvaluation({ methods: [METHODS[3]], examples: 1 });
    for (const stop of ['b', 'c', 'a', 'c', 'b', 'c', null]) {
      evaluation.add({
        dialogueId: 'd',
        truth: HOTEL,
        dialogueActs: [],
        outcomes: { context: found([HOTEL], 1, stop) },
      });
    }
    const [context] = summarizeRetrieval(evaluation.tally(), { seed: 1, baseline: null }).methods;
    expect(context.stops).toEqual([
      { reason: 'c', queries: 3 },
      { reason: 'b', queries: 2 },
      { reason: 'a', queries: 1 },
    ]);
  });

  it('computes differences to the baseline and finds the best method of either kind', () => {
    const summary = summarizeRetrieval(twoQueries(), { seed: 1, baseline: 'bm25-last' });
    expect(summary.differences.map(({ method }) => method)).toEqual(['random', 'dfa-paper', 'context']);
    expect(summary.differences[2]).toEqual({
      method: 'context',
      baseline: 'bm25-last',
      oracle: false,
      actF1: exactly(50),
      dialogueActF1: exactly(0),
      rougeLBest: exactly(0),
      rougeLMean: exactly(50),
      answerRougeL: exactly(100),
      answerBleu: exactly(100),
      answerBleuOver: { first: NOTHING, consensus: NOTHING, best: exactly(1) },
    });
    expect(summary.differences[0].actF1).toEqual(exactly(-50));
    // The best candidates of `random` score 0, so the quotient is undefined.
    const overRandom = summarizeRetrieval(twoQueries(), { seed: 1, baseline: 'random' }).differences[2];
    expect(overRandom.answerBleuOver.best).toEqual(NOTHING);
    expect(summary.best).toEqual([
      {
        context: 'context',
        baseline: 'bm25-last',
        oracle: false,
        actF1: exactly(50),
        actF1Reselected: exactly(50),
      },
    ]);
  });

  it('has no differences without a baseline and rejects one that was not evaluated', () => {
    expect(summarizeRetrieval(twoQueries(), { seed: 1, baseline: null }).differences).toEqual([]);
    expect(() => summarizeRetrieval(twoQueries(), { seed: 1, baseline: 'dense' })).toThrow(
      'The baseline "dense" was not evaluated; choose one of: random, bm25-last, dfa-paper, context.',
    );
  });

  it('separates oracle methods from fair ones', () => {
    const methods: readonly EvaluatedMethod[] = [
      { name: 'bm25-last', kind: 'baseline', oracle: false },
      { name: 'context', kind: 'context', oracle: false },
      { name: 'context-rrf', kind: 'context', oracle: true },
    ];
    const evaluation = createRetrievalEvaluation({ methods, examples: 1 });
    const outcomes = {
      'bm25-last': found([AREA], 1),
      context: found([AREA], 1),
      'context-rrf': found([HOTEL], 1),
    };
    evaluation.add({ dialogueId: 'd1', truth: HOTEL, dialogueActs: [], outcomes });
    const { best } = summarizeRetrieval(evaluation.tally(), { seed: 1, baseline: null });
    expect(best.map(({ context, oracle, actF1 }) => [context, oracle, actF1.estimate])).toEqual([
      ['context', false, 0],
      ['context-rrf', true, 100],
    ]);
  });

  it('gives null, not NaN, if nothing was measured, and can be stored as JSON', () => {
    const empty = createRetrievalEvaluation({ methods: METHODS, examples: 5 }).tally();
    const summary = summarizeRetrieval(empty, { seed: 1, baseline: 'random' });
    expect(summary.queries).toBe(0);
    expect(summary.methods[0].actF1).toEqual(NOTHING);
    expect(summary.methods[0].dialogueActF1).toEqual(NOTHING);
    expect(summary.methods[0].timeMs).toEqual({ median: null, p95: null });
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);

    const textOnly = createRetrievalEvaluation({ methods: [METHODS[3]], examples: 1, scoreActs: false });
    textOnly.add({
      dialogueId: 'd',
      truth: HOTEL,
      dialogueActs: [],
      outcomes: { context: found([HOTEL], 1) },
    });
    const [context] = summarizeRetrieval(textOnly.tally(), { seed: 1, baseline: null }).methods;
    expect(context.actF1).toEqual(NOTHING);
    expect(context.answer.actF1).toEqual(NOTHING);
    expect(context.rougeL.best).toEqual(exactly(100));
  });

  it('resamples dialogues, so that a paired interval is narrower than either alone', () => {
    const random = createRandom(8);
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 1 });
    for (let dialogue = 0; dialogue < 80; dialogue++) {
      // Whole dialogues are easy or hard for both. `context` gets one in ten hard ones right.
      const easy = random.next() < 0.5;
      const context = easy || random.next() < 0.1;
      for (let turn = 0; turn < 4; turn++) {
        const outcomes = {
          random: found([AREA], 1),
          'bm25-last': found([easy ? HOTEL : AREA], 1),
          'dfa-paper': found([], 1),
          context: found([context ? HOTEL : AREA], 1),
        };
        evaluation.add({ dialogueId: `d${dialogue}`, truth: HOTEL, dialogueActs: [], outcomes });
      }
    }
    const tally = evaluation.tally();
    const summary = summarizeRetrieval(tally, { seed: 3, baseline: 'bm25-last' });
    const width = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
      (upper ?? 0) - (lower ?? 0);
    const [, bm25, , context] = summary.methods;
    const { actF1 } = summary.differences[2];
    expect(actF1.estimate).toBeCloseTo((context.actF1.estimate ?? 0) - (bm25.actF1.estimate ?? 0), 9);
    expect(width(actF1)).toBeLessThan(0.6 * width(bm25.actF1));
    // Eighty dialogues decide, not 320 turns: about 2 · 1.96 · √(0.25 / 80) = 22 points.
    expect(width(bm25.actF1)).toBeGreaterThan(18);
    expect(width(bm25.actF1)).toBeLessThan(26);
    expect(summary.best[0].actF1).toEqual(actF1);
    expect(summarizeRetrieval(tally, { seed: 3, baseline: 'bm25-last' })).toEqual(summary);
  });
});
