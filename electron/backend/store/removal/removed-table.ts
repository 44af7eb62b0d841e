import { z } from 'zod';
import type { RemovedSource } from '#shared/contract/corpus.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRows, allValues, oneValue, parseJson, sql, theRow } from '../statements.ts';

/** SQL for an id above those of removed rows. NULL if no removed row has the highest id; SQLite then chooses the id. */
export const newId = (table: string): { readonly sql: string } =>
  sql(`(SELECT max(last_id) + 1 FROM removed_tables WHERE name = '${table}'
    AND last_id >= coalesce((SELECT max(id) FROM ${table}), 0))`);

export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly to: string;
  /** 1 if the row can exist without the row it refers to. */
  readonly optional: 0 | 1;
}

/** Returns all references in the schema, including those of tables that later versions add. */
export const references = (database: ReadDatabase): Reference[] =>
  allRows<Reference>(database)`
    SELECT t.name AS "table", f."from" AS "column", f."table" AS parent, coalesce(f."to", 'id') AS "to",
      c."notnull" = 0 AND c.pk = 0 AS optional
    FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
    JOIN pragma_table_info(t.name) c ON c.name = f."from"
    WHERE t.type = 'table'`;

/** Returns the tables that have rows of a source, parents first. */
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

const stateSchema = z.object({
  corpusVersion: z.number(),
  fingerprint: z.string(),
  cleaning: z.string().nullable(),
});
export type StateBefore = z.infer<typeof stateSchema>;

export const stateBefore = (database: ReadDatabase, source: SourceId): StateBefore =>
  parseJson(
    stateSchema,
    theRow(oneValue<string>(database)`SELECT state FROM removed_sources WHERE id = ${source}`),
  );

export const listRemovedSources = (database: ReadDatabase): RemovedSource[] =>
  allRows<RemovedSource>(
    database,
  )`SELECT id, name, format, path, dialogues, utterances, removed_at AS removedAt
    FROM removed_sources ORDER BY removed_at DESC, id DESC`;

export const hasRemovedSources = (database: ReadDatabase): boolean =>
  oneValue(database)`SELECT 1 FROM removed_sources LIMIT 1` !== undefined;

export const pathsOfRemoved = (database: ReadDatabase): string[] =>
  allValues<string>(database)`SELECT path FROM removed_sources`;
