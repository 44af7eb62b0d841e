import { sql } from '../statements.ts';

/** The number for a new row of a table if removed rows have the highest ones; NULL leaves it to SQLite. */
export const newId = (table: string): { readonly sql: string } =>
  sql(`(SELECT max(last_id) + 1 FROM removed_tables WHERE name = '${table}'
    AND last_id >= coalesce((SELECT max(id) FROM ${table}), 0))`);
