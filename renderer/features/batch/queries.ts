import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

type DifferingAsked = Parameters<DialogramClient['batch']['differing']>[0];
type RowsAsked = Parameters<DialogramClient['batch']['rows']>[0];

/** Answers of a run arrive one by one. */
const ROWS = about('batches', 'corpus');

export const batchQueries = ({ batch }: DialogramClient) => ({
  runs: question('batch.runs', batch.runs, undefined, ROWS),
  rows: (asked: RowsAsked) => question('batch.rows', batch.rows, asked, about('batches', 'corpus', 'tags')),
  row: (run: RunId, item: number, column: string) =>
    question('batch.row', batch.row, { run, item, column }, ROWS),
  summary: (run: RunId, against: string | null, where = '') =>
    question('batch.summary', batch.summary, { run, against, where }, about('batches', 'corpus', 'tags')),
  compare: (left: RunId, right: RunId) => question('batch.compare', batch.compare, { left, right }, ROWS),
  differing: (asked: DifferingAsked) => question('batch.differing', batch.differing, asked, ROWS),
});
