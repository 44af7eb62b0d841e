import type { TableFormat } from '../format.ts';
import { longCsv } from '../long-csv/format.ts';

/** Parquet, or the rows that a query chooses from a table: the engine writes them as a table with a row an utterance. */
export const queryTable: TableFormat = {
  ...longCsv,
  name: 'query-table',
  isQueried: true,
  recognise: () => null,
};
