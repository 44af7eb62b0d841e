import { describe, expect, it } from 'vitest';
import type { BatchSummary } from '#shared/contract/batch.ts';
import {
  describeBatchResult,
  describeChecks,
  describeSample,
  isRefused,
  newestWith,
} from './describe-result.ts';

type Column = BatchSummary['columns'][number];

const estimate = (value: number | null, lower = value, upper = value) => ({ estimate: value, lower, upper });

const column = (
  title: string,
  difference: { readonly actF1: number | null; readonly rougeL: number } | null,
  usesLabels = false,
) =>
  ({
    key: title,
    title,
    usesLabels,
    figures: {
      actF1: estimate(difference?.actF1 === null ? null : 40 + (difference?.actF1 ?? 0)),
      rougeL: estimate(20 + (difference?.rougeL ?? 0)),
    },
    difference: difference && {
      actF1: difference.actF1 === null ? estimate(null) : estimate(difference.actF1, 1, 9),
      rougeL: estimate(difference.rougeL, -3, 7),
    },
  }) as Column;

const result = (...columns: Column[]) => ({ items: 40, dialogues: 12, against: 'BM25', columns, checks: [] });
const BASELINE = column('BM25', null);

describe('the result of a batch run', () => {
  it('is the column that does best by acts, with how sure that is', () => {
    const columns = [
      BASELINE,
      column('Random', { actF1: 2, rougeL: 8 }),
      column('Context', { actF1: 5, rougeL: 1 }),
    ];
    expect(describeBatchResult(result(...columns), 'next-turn')).toBe(
      'Context is better than BM25. Compared with the true moves, its answers score 45.0 %, while those of BM25 score 40.0 % (+5.0 points of act F1, 95 % interval 0.4 to 9.6, corrected for 2 comparisons; 40 turns of 12 dialogues).',
    );
    expect(describeBatchResult(result(...columns), 'next-turn', ['BM25', 'Random'])).toMatch(
      /^Random is better than BM25\. .* score 42\.0 %, while those of BM25 score 40\.0 % \(\+2\.0 points/,
    );
  });

  it('is told by the words of the answer if no acts are known', () => {
    expect(
      describeBatchResult(result(BASELINE, column('Model', { actF1: null, rougeL: 2 })), 'whole-dialogue'),
    ).toBe(
      'There is no clear winner. Compared with the true words, the answers of Model score 22.0 %, while those of BM25 score 20.0 % (+2.0 points of ROUGE-L, 95 % interval −3.0 to 7.0; 40 whole dialogues).',
    );
  });

  it('warns of the correct labels, whoever uses them', () => {
    expect(
      describeBatchResult(result(BASELINE, column('Context', { actF1: 5, rougeL: 1 }, true)), 'next-turn'),
    ).toMatch(/\. Context uses the correct labels, which is an unfair advantage\.$/);
  });

  it('says what is missing if nothing can be compared', () => {
    const text = (...columns: Column[]) => describeBatchResult(result(...columns), 'next-turn');
    expect(describeBatchResult({ ...result(BASELINE), items: 0 }, 'next-turn')).toMatch(
      /no column has an answer/,
    );
    expect(text(BASELINE)).toMatch(/BM25 is the only column\. Start a batch run with a second column/);
    expect(text(column('A', null), column('B', null))).toMatch(
      /choose one under “Difference from” in Totals\.$/,
    );
    expect(text(BASELINE, column('B', null))).toMatch(
      /no turn has answers from both BM25 and another column/,
    );
  });

  it('is looked up in the newest run with answers that has two of the columns', () => {
    const run = (rows: number, ...keys: string[]) => ({
      rows,
      columns: keys.map((key) => ({
        key,
        title: key,
        usesLabels: false,
        column: { method: key, answerer: { kind: 'first' as const } },
      })),
    });
    const runs = [run(0, 'a', 'b'), run(8, 'a', 'c'), run(8, 'b', 'a'), run(8, 'a', 'b')];
    expect(newestWith(runs, ['a', 'b'])).toBe(runs[2]);
    expect(newestWith(runs, ['b', 'c'])).toBeNull();
  });

  it('comes with how well each figure of the text judges, and without those that a coin toss equals', () => {
    const check = (figure: 'bleu' | 'rougeL', accuracy: number) => ({
      ...{ figure, pairs: 200, right: 200 * accuracy, ties: 0, accuracy },
      ...{ low: accuracy - 0.05, high: accuracy + 0.05, passed: accuracy >= 0.65 },
    });
    const checks = [check('rougeL', 0.86), check('bleu', 0.6)];
    expect(describeChecks(checks)).toEqual([
      'On 200 test pairs with a known better answer, these figures prefer it: ROUGE-L in 86.0 % (81.0 … 91.0).',
      'Not shown, because they prefer it in less than 65.0 % of the test pairs: sentence BLEU in 60.0 % (55.0 … 65.0). A coin toss reaches 50 %.',
    ]);
    expect(describeChecks([])).toEqual([]);
    expect((['rougeL', 'bleu', 'corpusBleu', 'actF1'] as const).map((id) => isRefused(id, checks))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const refused = {
      ...result(BASELINE, column('Model', { actF1: null, rougeL: 2 })),
      checks: [check('rougeL', 0.5)],
    };
    expect(describeBatchResult(refused, 'next-turn')).toMatch(
      /^No result: .* Vote on the answers instead\.$/,
    );
  });

  it('counts turns, or whole dialogues', () => {
    expect(describeSample({ items: 1, dialogues: 1 }, 'next-turn')).toBe('1 turn of 1 dialogue');
    expect(describeSample({ items: 2, dialogues: 2 }, 'whole-dialogue')).toBe('2 whole dialogues');
  });
});
