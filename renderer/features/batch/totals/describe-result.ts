import type { BatchRun, BatchSummary } from '#shared/contract/batch.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { verdictText } from '../../results/index.ts';

type Column = BatchSummary['columns'][number];
type Result = Pick<BatchSummary, 'items' | 'dialogues' | 'columns' | 'against'>;

/** Returns the newest run with answers that has two of these columns; null if there is none. */
export function newestWith<Run extends Pick<BatchRun, 'rows' | 'columns'>>(
  runs: readonly Run[],
  keys: readonly string[],
): Run | null {
  return (
    runs.find(
      ({ rows, columns }) => rows > 0 && columns.filter(({ key }) => keys.includes(key)).length >= 2,
    ) ?? null
  );
}

/** "40 turns of 12 dialogues" */
export function describeSample(
  { items, dialogues }: Pick<Result, 'items' | 'dialogues'>,
  unit: AnswerUnit,
): string {
  return unit === 'next-turn'
    ? `${formatAmount(items, 'turn')} of ${formatAmount(dialogues, 'dialogue')}`
    : formatAmount(items, 'whole dialogue');
}

/**
 * Says which column does best against the baseline: by dialogue acts if they are known, else by the text of
 * the answer. If nothing can be compared, it says what is missing.
 * @param among keys of the columns that may be named; all if absent
 */
export function describeBatchResult(result: Result, unit: AnswerUnit, among?: readonly string[]): string {
  const columns = result.columns.filter(({ key }) => among?.includes(key) ?? true);
  const [only] = columns;
  if (result.items === 0) return 'There is no result yet: no column has answered.';
  if (only && columns.length === 1)
    return `There is nothing to compare: ${only.title} is the only column. Start a batch run with a second one.`;
  const baseline = columns.find(({ key }) => key === result.against);
  if (!baseline) return 'Choose a column under “Minus” in Totals to see which column is better.';
  const others = columns.filter((column) => column !== baseline);
  const figure = others.some(({ difference }) => isMeasured(difference, 'actF1')) ? 'actF1' : 'rougeL';
  const compared = others
    .filter(({ difference }) => isMeasured(difference, figure))
    .sort((a, b) => (b.difference?.[figure].estimate ?? 0) - (a.difference?.[figure].estimate ?? 0));
  const [best] = compared;
  if (!best?.difference)
    return `There is no result yet: no turn was answered by both ${baseline.title} and another column.`;
  return verdictText({
    one: best.title,
    other: baseline.title,
    measure: figure === 'actF1' ? 'act F1' : 'ROUGE-L',
    difference: best.difference[figure],
    sample: `${describeSample(result, unit)}${compared.length > 1 ? `; best of ${compared.length} columns` : ''}`,
    usesLabels: [best, baseline].filter(({ usesLabels }) => usesLabels).map(({ title }) => title),
  });
}

const isMeasured = (difference: Column['difference'], figure: 'actF1' | 'rougeL'): boolean =>
  difference !== null && difference[figure].estimate !== null;
