import { z } from 'zod';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

const asksSchema = z.object({ where: z.string() });
export const savedFilterChangeSchema = placedSchema('saved_filters', { name: z.string() }, asksSchema);
type SavedFilterChange = z.infer<typeof savedFilterChangeSchema>;

export const savedFilterChanges = placedChanges<z.infer<typeof asksSchema>, SavedFilterChange>(
  'saved_filters',
  ({ name }) => ({ name }),
  ({ where }) => ({ dialogues_where: where }),
);

interface StoredFilter {
  readonly name: string;
  readonly where: string;
  readonly edit: EditId;
}

/** By name. */
export const listSavedFilters = (database: ReadDatabase): StoredFilter[] =>
  allRows<StoredFilter>(database)`
    SELECT name, dialogues_where AS "where", edit_id AS edit FROM saved_filters ORDER BY name`;

/** The change that stores a filter under a name or removes it; null if nothing changes. */
export function savedFilterAfter(
  database: ReadDatabase,
  name: string,
  where: string | null,
): SavedFilterChange | null {
  const stored = listSavedFilters(database).find((filter) => filter.name === name);
  if ((stored?.where ?? null) === where) return null;
  return {
    table: 'saved_filters',
    name,
    before: stored ? { where: stored.where, edit: stored.edit } : null,
    after: where === null ? null : { where },
  };
}

/** Deletes filters that mention purged data. */
export function purgeSavedFilters(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { name, where } of listSavedFilters(database))
    if (mentions(name) || mentions(where)) change(database)`DELETE FROM saved_filters WHERE name = ${name}`;
}
