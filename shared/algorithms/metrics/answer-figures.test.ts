import { describe, expect, it } from 'vitest';
import { corpusBleu } from '../../../tests/fixtures/bleu.ts';
import {
  type AnsweredCell,
  type AnsweredItem,
  createAnswerScorer,
  summariseAnswers,
} from './answer-figures.ts';
import { bleuTokens } from './text/bleu.ts';
import { createTokenVocabulary } from './text/text-scorer.ts';

const score = createAnswerScorer();
const TRUTHS = [
  'Your parcel arrives tomorrow.',
  'Which order do you mean?',
  'I canceled the order for you.',
  'There is a train at nine.',
];
const ANSWERS = [
  'The parcel arrives on Monday.',
  'Which order is it, please?',
  'I canceled it.',
  'There is a train at noon.',
];

function cell(answer: string | null, truth: string, change: Partial<AnsweredCell> = {}): AnsweredCell {
  return {
    answers: [answer],
    measures: score([{ truth, truthActs: null, answer, answerActs: null, examples: null }], {
      embedding: () => 0.25,
      bertScore: null,
    }),
    tokens: null,
    costUsd: 0,
    latencyMs: 2,
    failed: answer === null,
    ...change,
  };
}

const items = (cellsOf: (truth: string, at: number) => (AnsweredCell | null)[]): AnsweredItem[] =>
  TRUTHS.map((truth, at) => ({ dialogue: `d${at % 3}`, truths: [truth], cells: cellsOf(truth, at) }));

describe('summariseAnswers', () => {
  it('counts a cell in each of its columns', () => {
    const once = items((truth, at) => [cell(ANSWERS[at], truth)]);
    const twice = once.map((item) => ({ ...item, cells: [...item.cells, ...item.cells] }));
    const [{ figures }] = summariseAnswers(once, 1, { seed: 1 }).columns;
    const { columns, differences } = summariseAnswers(twice, 2, { seed: 1, pairs: [[0, 1]] });
    expect(columns.map((column) => column.figures)).toEqual([figures, figures]);
    expect(differences[0]?.corpusBleu).toEqual({ estimate: 0, lower: 0, upper: 0 });
  });

  it('computes the corpus BLEU of all answers, and means over turns', () => {
    const { columns, dialogues } = summariseAnswers(
      items((truth, at) => [cell(ANSWERS[at], truth)]),
      1,
      { seed: 1 },
    );
    const vocabulary = createTokenVocabulary();
    const ids = (text: string) => vocabulary.idsOf(bleuTokens(text));
    const [{ figures, rows, turns }] = columns;
    expect([rows, turns, dialogues]).toEqual([4, 4, 3]);
    expect(figures.corpusBleu.estimate).toBeCloseTo(
      corpusBleu(
        ANSWERS.map(ids),
        TRUTHS.map((truth) => [ids(truth)]),
      ),
      9,
    );
    expect(figures.embedding).toEqual({ estimate: 0.25, lower: 0.25, upper: 0.25 });
    expect(figures.actF1.estimate).toBeNull();
    const { estimate, lower, upper } = figures.rougeL;
    expect(lower as number).toBeLessThanOrEqual(estimate as number);
    expect(upper as number).toBeGreaterThanOrEqual(estimate as number);
  });

  it('distinguishes unknown cost and tokens from none', () => {
    const costs = [0.02, null, 0.04, null];
    const { columns } = summariseAnswers(
      items((truth, at) => [
        cell(ANSWERS[at], truth, {
          costUsd: costs[at],
          tokens: costs[at] === null ? null : { input: 100, output: 10 },
        }),
      ]),
      1,
      { seed: 1 },
    );
    expect(columns[0]).toMatchObject({
      tokens: { input: 200, output: 20, unknown: 2 },
      cost: { usd: expect.closeTo(0.06, 9), unknown: 2 },
    });
    expect(columns[0].figures.costUsd.estimate).toBeCloseTo(0.03, 9);
  });

  it('counts failures, but not rows without an answer yet', () => {
    const { columns } = summariseAnswers(
      items((truth, at) => [
        cell(at === 0 ? null : ANSWERS[at], truth),
        at === 3 ? cell(truth, truth) : null,
      ]),
      2,
      { seed: 1 },
    );
    expect(columns[0]).toMatchObject({ failures: 1, rows: 4 });
    expect(columns[0].figures.failures.estimate).toBe(25);
    expect(columns[1]).toMatchObject({ failures: 0, rows: 1 });
    expect(columns[1].figures.rouge1.estimate).toBe(100);
  });

  it('compares the same rows, so that the difference of a column to itself is 0', () => {
    const { differences } = summariseAnswers(
      items((truth, at) => [cell(ANSWERS[at], truth), cell(ANSWERS[at], truth), cell(truth, truth)]),
      3,
      {
        seed: 7,
        pairs: [
          [0, 1],
          [2, 0],
        ],
      },
    );
    expect(differences[0].rougeL).toEqual({ estimate: 0, lower: 0, upper: 0 });
    expect(differences[1].rougeL.estimate as number).toBeGreaterThan(0);
  });

  it('has no figures without rows, and gives the same figures again', () => {
    expect(summariseAnswers([], 1, { seed: 1 }).columns[0]).toMatchObject({ rows: 0, distinct1: null });
    const run = () =>
      summariseAnswers(
        items((truth, at) => [cell(ANSWERS[at], truth)]),
        1,
        { seed: 3 },
      );
    expect(run()).toEqual(run());
  });
});
