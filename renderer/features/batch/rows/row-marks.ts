import type { SortedMeasure } from '#shared/contract/batch.ts';

/** Marks that help to scan a row of answers: the best by a measure, and how good each is. */
interface CellMark {
  /** True for the best of the row: several if they tie, none if all do. */
  readonly best: boolean;
  /** Share of the measure's maximum, 0 … 1; null if it has no maximum or nothing was measured. */
  readonly share: number | null;
}

/** The maximum of each measure; null if more is not better, as for a longer answer. */
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
 * Returns the marks of a row's cells. Figures that print alike count as equal.
 * @param values by column; null if there is none
 * @param digits decimals of the printed figures
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
