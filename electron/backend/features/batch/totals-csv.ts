import type { BatchSummary } from '#shared/contract/batch.ts';
import { FIGURES } from '#shared/domain/answer-figures.ts';
import { type CsvCell, csvLine } from '../../output/csv.ts';

/** One row per column: its figures with intervals, and the difference from the baseline if there is one. */
export function totalsAsCsv({ columns, against }: BatchSummary): string {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => [name, `${name} lower`, `${name} upper`]);
  const header = [
    'column',
    'key',
    'baseline',
    'rows',
    'turns',
    ...named(FIGURES),
    ...(against === null ? [] : named(FIGURES.map((figure) => `${figure} minus baseline`))),
    'distinct1',
    'distinct2',
    'rows without a known cost',
  ];
  const rows = columns.map(
    ({ title, key, rows: answered, turns, figures, difference, ...column }): CsvCell[] => [
      title,
      key,
      against,
      answered,
      turns,
      ...[figures, ...(against === null ? [] : [difference])].flatMap((of) =>
        FIGURES.flatMap((figure) => [
          of?.[figure].estimate ?? null,
          of?.[figure].lower ?? null,
          of?.[figure].upper ?? null,
        ]),
      ),
      column.distinct1,
      column.distinct2,
      column.cost.unknown,
    ],
  );
  return [header, ...rows].map(csvLine).join('');
}
