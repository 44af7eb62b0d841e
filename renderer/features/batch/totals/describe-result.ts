import { LEAST_ACCURACY } from '#shared/algorithms/judging/known-pairs.ts';
import type { BatchColumnHead, BatchRun, BatchSummary } from '#shared/contract/batch.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { type AgentSpec, NO_EXAMPLES } from '#shared/domain/agent.ts';
import { formatAmount, intervalText, percentText } from '#shared/domain/figure-text.ts';
import type { Figure } from '#shared/domain/figures.ts';
import { verdictText } from '../../results/index.ts';
import { SHOWN_FIGURES } from '../figures.ts';

type Column = BatchSummary['columns'][number];

export const TOTALS = [
  {
    id: 'distinct1',
    label: 'distinct-1',
    explanation: 'Distinct words divided by all words, over all answers (no interval)',
  },
  {
    id: 'distinct2',
    label: 'distinct-2',
    explanation: 'Distinct word pairs divided by all pairs (no interval)',
  },
  { id: 'cost', label: 'cost', explanation: 'Total cost of the answers whose cost is known' },
] as const;

export interface TotalsSorting {
  readonly by: 'title' | Figure | (typeof TOTALS)[number]['id'];
  readonly descending: boolean;
}

const LEAST_FIRST: readonly TotalsSorting['by'][] = ['title', 'latencyMs', 'costUsd', 'failures', 'cost'];

export function wantedOf(figure: Figure): 'most' | 'least' | null {
  if (figure === 'words' || figure === 'characters') return null;
  return LEAST_FIRST.includes(figure) ? 'least' : 'most';
}

export function nextTotalsSorting(now: TotalsSorting | null, by: TotalsSorting['by']): TotalsSorting {
  return { by, descending: now?.by === by ? !now.descending : !LEAST_FIRST.includes(by) };
}

function totalOf(column: Column, by: TotalsSorting['by']): number | string | null {
  switch (by) {
    case 'title':
      return column.title;
    case 'distinct1':
    case 'distinct2':
      return column[by];
    case 'cost':
      return column.cost.unknown === column.rows ? null : column.cost.usd;
    default:
      return column.figures[by].estimate;
  }
}

export function sortTotals(columns: readonly Column[], sorting: TotalsSorting | null): readonly Column[] {
  if (sorting === null) return columns;
  return [...columns].sort((one, other) => {
    const [left, right] = [totalOf(one, sorting.by), totalOf(other, sorting.by)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return sorting.descending ? -order : order;
  });
}

const methodOf = (column: AgentSpec): string | null => (column.kind === undefined ? column.method : null);

export function openingBaseline(columns: readonly BatchColumnHead[]): string | null {
  if (columns.length < 2) return null;
  const wanted = [NO_EXAMPLES, 'bm25-last'].flatMap(
    (name) => columns.find(({ column }) => methodOf(column) === name) ?? [],
  );
  return (wanted[0] ?? columns[0])?.key ?? null;
}

type Checks = BatchSummary['checks'];

/** True if a figure of the text finds the better of two answers hardly more often than a coin toss. */
export const isRefused = (figure: Figure, checks: Checks): boolean =>
  checks.some((check) => check.figure === (figure === 'corpusBleu' ? 'bleu' : figure) && !check.passed);

/** Says how well the figures of the text judge answers, and which ones are not used for that reason. */
export function describeChecks(checks: Checks): string[] {
  const sharesOf = (passed: boolean): string =>
    checks
      .filter((check) => check.passed === passed)
      .map(({ figure, accuracy, low, high }) => {
        const range = intervalText({ lower: low, upper: high }, { share: true });
        return `${labelOf(figure)} in ${percentText(accuracy)} (${range})`;
      })
      .join(', ');
  const [used, refused] = [sharesOf(true), sharesOf(false)];
  return [
    used &&
      `On ${formatAmount(checks[0]?.pairs ?? 0, 'test pair')} with a known better answer, these figures prefer it: ${used}.`,
    refused &&
      `Not shown, because they prefer it in less than ${percentText(LEAST_ACCURACY)} of the test pairs: ${refused}. A coin toss reaches 50 %.`,
  ].filter(Boolean);
}

const labelOf = (figure: Figure): string => SHOWN_FIGURES.find(({ id }) => id === figure)?.label ?? figure;

type Result = Pick<BatchSummary, 'items' | 'dialogues' | 'columns' | 'against' | 'checks'>;

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
 * Compares columns by dialogue acts, or by the text of the answer; otherwise says what is missing.
 * Only columns with the keys in `among` are named.
 */
export function describeBatchResult(result: Result, unit: AnswerUnit, among?: readonly string[]): string {
  const columns = result.columns.filter(({ key }) => among?.includes(key) ?? true);
  const [only] = columns;
  if (result.items === 0) return 'No result yet: no column has an answer.';
  if (only && columns.length === 1)
    return `Nothing to compare: ${only.title} is the only column. Start a batch run with a second column.`;
  const baseline = columns.find(({ key }) => key === result.against);
  if (!baseline) return 'To see which column is better, choose one under “Difference from” in Totals.';
  const others = columns.filter((column) => column !== baseline);
  const figure = others.some(({ difference }) => isMeasured(difference, 'actF1')) ? 'actF1' : 'rougeL';
  if (isRefused(figure, result.checks))
    return 'No result: in this project, no figure of the text can tell better answers from worse ones. Vote on the answers instead.';
  const compared = others
    .filter(({ difference }) => isMeasured(difference, figure))
    .sort((a, b) => (b.difference?.[figure].estimate ?? 0) - (a.difference?.[figure].estimate ?? 0));
  const [best] = compared;
  if (!best?.difference)
    return `No result yet: no turn has answers from both ${baseline.title} and another column.`;
  return verdictText({
    one: best.title,
    other: baseline.title,
    of: 'answers',
    measure: figure,
    values: [best.figures[figure].estimate, baseline.figures[figure].estimate],
    difference: best.difference[figure],
    sample: describeSample(result, unit),
    bestOf: compared.length,
    usesLabels: [best, baseline].filter(({ usesLabels }) => usesLabels).map(({ title }) => title),
  });
}

const isMeasured = (difference: Column['difference'], figure: 'actF1' | 'rougeL'): boolean =>
  difference !== null && difference[figure].estimate !== null;
