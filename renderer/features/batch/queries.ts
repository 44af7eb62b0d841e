import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

type DifferingAsked = Parameters<DialogramClient['batch']['differing']>[0];
type RowsAsked = Parameters<DialogramClient['batch']['rows']>[0];

/** Answers of a run, which arrive one after another. */
const ROWS = about('batches', 'corpus');

/** What the page of a batch run asks. */
export function batchQueries(client: DialogramClient) {
  return {
    runs: queryOptions({
      queryKey: ['batch.runs'],
      queryFn: ({ signal }) => client.batch.runs(undefined, { signal }),
      meta: ROWS,
    }),
    rows: (asked: RowsAsked) =>
      queryOptions({
        queryKey: ['batch.rows', asked],
        queryFn: ({ signal }) => client.batch.rows(asked, { signal }),
        meta: ROWS,
      }),
    row: (run: RunId, item: number, column: string) =>
      queryOptions({
        queryKey: ['batch.row', run, item, column],
        queryFn: ({ signal }) => client.batch.row({ run, item, column }, { signal }),
        meta: ROWS,
      }),
    summary: (run: RunId) =>
      queryOptions({
        queryKey: ['batch.summary', run],
        queryFn: ({ signal }) => client.batch.summary({ run }, { signal }),
        meta: ROWS,
      }),
    compare: (left: RunId, right: RunId) =>
      queryOptions({
        queryKey: ['batch.compare', left, right],
        queryFn: ({ signal }) => client.batch.compare({ left, right }, { signal }),
        meta: ROWS,
      }),
    differing: (asked: DifferingAsked) =>
      queryOptions({
        queryKey: ['batch.differing', asked],
        queryFn: ({ signal }) => client.batch.differing(asked, { signal }),
        meta: ROWS,
      }),
  };
}
