import type { SortedMeasure } from '#shared/contract/batch.ts';

/** What helps to scan a row of answers: which is best by a measure, and how good each is. */
interface CellMark {
  /** The best of the row; several where they are alike, none where all are. */
  readonly best: boolean;
  /** 0 … 1 of what the measure can reach; null where it has no upper end or nothing was measured. */
  readonly share: number | null;
}

/** What a measure can reach; a longer answer is no better one. */
const MOST: Readonly<Record<SortedMeasure, number | null>> = {
  bleu: 100,
  rouge1: 100,
  rouge2: 100,
  rougeL: 100,
  actF1: 100,
  embedding: 1,
  words: null,
  latencyMs: null,
  costUsd: null,
};
const LESS_IS_BETTER: readonly SortedMeasure[] = ['latencyMs', 'costUsd'];

/**
 * The marks of a row's cells, as they are printed: figures that look alike are alike. Pure.
 *
 * @param values by column; null where there is none
 * @param digits of the printed figures
 */
export function rowMarks(
  values: readonly (number | null)[],
  by: SortedMeasure,
  digits: number,
): readonly CellMark[] {
  const printed = values.map((value) => (value === null ? null : Number(value.toFixed(digits))));
  const measured = printed.filter((value) => value !== null);
  const stands = by !== 'words' && new Set(measured).size > 1;
  const best = LESS_IS_BETTER.includes(by) ? Math.min(...measured) : Math.max(...measured);
  const most = MOST[by];
  return printed.map((value) => ({
    best: stands && value === best,
    share: value === null || most === null ? null : Math.min(1, Math.max(0, value / most)),
  }));
}
