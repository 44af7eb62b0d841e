import type { ReadDatabase } from '../database.ts';
import { allRows } from '../statements.ts';

/** A column that refers to a row of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly to: string;
  /** The row can be without. */
  readonly optional: 0 | 1;
}

/** All references of the schema, including those of tables added later. */
export const references = (database: ReadDatabase): Reference[] =>
  allRows<Reference>(database)`
    SELECT t.name AS "table", f."from" AS "column", f."table" AS parent, coalesce(f."to", 'id') AS "to",
      c."notnull" = 0 AND c.pk = 0 AS optional
    FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
    JOIN pragma_table_info(t.name) c ON c.name = f."from"
    WHERE t.type = 'table'`;

/** Tables whose rows are part of a source, parents first. */
export function tablesOfSources(all: readonly Reference[]): string[] {
  const needed = all.filter(({ optional }) => optional === 0);
  const part = new Set(['sources']);
  for (let size = 0; size < part.size; ) {
    size = part.size;
    for (const { table, parent } of needed) if (part.has(parent)) part.add(table);
  }
  const ordered = new Set<string>();
  const isReady = (table: string): boolean =>
    needed.every((own) => own.table !== table || !part.has(own.parent) || ordered.has(own.parent));
  while (ordered.size < part.size) for (const table of part) if (isReady(table)) ordered.add(table);
  return [...ordered];
}
