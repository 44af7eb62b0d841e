import type { TableFormat } from '../format.ts';
import { longCsv } from '../long-csv/format.ts';

/** Parquet, or the rows that a query selects from a table, with one row per message. */
export const queryTable: TableFormat = {
  ...longCsv,
  name: 'query-table',
  isQueried: true,
  recognise: () => null,
};
