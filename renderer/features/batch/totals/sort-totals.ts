import type { BatchColumnHead, BatchSummary } from '#shared/contract/batch.ts';
import { type AgentSpec, NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { Figure } from '#shared/domain/answer-figures.ts';

type Column = BatchSummary['columns'][number];

/** Totals without a confidence interval, shown after the figures. */
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
  { id: 'cost', label: 'cost', explanation: 'Known cost of all its answers' },
] as const;

export interface TotalsSorting {
  readonly by: 'title' | Figure | (typeof TOTALS)[number]['id'];
  readonly descending: boolean;
}

/** Columns whose first click sorts in ascending order: names, and figures of which less is better. */
const LEAST_FIRST: readonly TotalsSorting['by'][] = ['title', 'latencyMs', 'costUsd', 'failures', 'cost'];

/** Says whether more or less of a figure is better; null if neither is. */
export function wantedOf(figure: Figure): 'most' | 'least' | null {
  if (figure === 'words' || figure === 'characters') return null;
  return LEAST_FIRST.includes(figure) ? 'least' : 'most';
}

/** Returns the sorting after a click on a column head. */
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

/** Returns the sorted columns, or the run's order without a sorting. Unmeasured values come last. */
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

/** Returns the default baseline: the column without examples, else BM25, else the first. */
export function openingBaseline(columns: readonly BatchColumnHead[]): string | null {
  if (columns.length < 2) return null;
  const wanted = [NO_EXAMPLES, 'bm25-last'].flatMap(
    (name) => columns.find(({ column }) => methodOf(column) === name) ?? [],
  );
  return (wanted[0] ?? columns[0])?.key ?? null;
}
