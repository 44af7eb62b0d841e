import { useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { describeBatchResult, newestWith, openingBaseline } from './totals/describe-result.ts';

type DifferingInput = Parameters<DialogramClient['batch']['differing']>[0];
type RowsInput = Parameters<DialogramClient['batch']['rows']>[0];

/** The answers of a run arrive one by one, so these results are fetched again while it works. */
const ROWS = about('batches', 'corpus');

export const batchQueries = {
  runs: question('batch.runs', client.batch.runs, undefined, ROWS),
  rows: (asked: RowsInput) =>
    question('batch.rows', client.batch.rows, asked, about('batches', 'corpus', 'tags')),
  row: (run: RunId, item: number, column: string) =>
    question('batch.row', client.batch.row, { run, item, column }, ROWS),
  summary: (run: RunId, against: string | null, where = '') =>
    question(
      'batch.summary',
      client.batch.summary,
      { run, against, where },
      about('batches', 'corpus', 'tags'),
    ),
  compare: (left: RunId, right: RunId) =>
    question('batch.compare', client.batch.compare, { left, right }, ROWS),
  differing: (asked: DifferingInput) => question('batch.differing', client.batch.differing, asked, ROWS),
};

/** Returns null without a batch run that has two of these columns, undefined while loading. */
export function useWiderResult(keys: readonly string[]): string | null | undefined {
  const runs = useQuery(batchQueries.runs);
  const run = newestWith(runs.data ?? [], keys);
  const against = run ? openingBaseline(run.columns.filter(({ key }) => keys.includes(key))) : null;
  const summary = useQuery({
    ...batchQueries.summary(run?.run ?? (0 as never), against),
    enabled: run !== null,
  });
  if (runs.data && run === null) return null;
  return run && summary.data
    ? `Batch run ${run.number}: ${describeBatchResult(summary.data, run.settings.answering.unit, keys)}`
    : undefined;
}
