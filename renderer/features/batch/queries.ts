import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';

export type DifferingAsked = Parameters<DialogramClient['batch']['differing']>[0];
export type RowsAsked = Parameters<DialogramClient['batch']['rows']>[0];

/** What the page of a batch run asks. @param rows how many answers there are: another count makes answers stale */
export function batchQueries(client: DialogramClient) {
  return {
    runs: queryOptions({
      queryKey: ['batch.runs'],
      queryFn: ({ signal }) => client.batch.runs(undefined, { signal }),
      meta: { topics: ['jobs', 'runs', 'evaluations', 'corpus'] },
      // Rows arrive without anybody being told of each.
      refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? 1000 : false),
    }),
    rows: (asked: RowsAsked, rows: number) =>
      queryOptions({
        queryKey: ['batch.rows', asked, rows],
        queryFn: ({ signal }) => client.batch.rows(asked, { signal }),
      }),
    row: (run: RunId, item: number, column: string) =>
      queryOptions({
        queryKey: ['batch.row', run, item, column],
        queryFn: ({ signal }) => client.batch.row({ run, item, column }, { signal }),
      }),
    summary: (run: RunId, rows: number) =>
      queryOptions({
        queryKey: ['batch.summary', run, rows],
        queryFn: ({ signal }) => client.batch.summary({ run }, { signal }),
      }),
    compare: (left: RunId, right: RunId, rows: number) =>
      queryOptions({
        queryKey: ['batch.compare', left, right, rows],
        queryFn: ({ signal }) => client.batch.compare({ left, right }, { signal }),
      }),
    differing: (asked: DifferingAsked, rows: number) =>
      queryOptions({
        queryKey: ['batch.differing', asked, rows],
        queryFn: ({ signal }) => client.batch.differing(asked, { signal }),
      }),
  };
}
