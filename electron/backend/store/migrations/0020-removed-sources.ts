import type { Migration } from './migration.ts';

/**
 * Sources that were removed and can be restored: their rows are here instead of in their tables, so nothing
 * else reads them. `removed_tables` says of which table the rows `first_row … last_row` are and what each
 * column was; where `moved` is 0 the rows stayed in their table with other values, and these are what stood
 * there. Numbers up to `last_id` are not given to new rows.
 */
export const removedSources: Migration = {
  version: 20,
  name: 'removed sources',
  up: `
    CREATE TABLE removed_sources (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      format TEXT NOT NULL,
      path TEXT NOT NULL,
      dialogues INTEGER NOT NULL,
      utterances INTEGER NOT NULL,
      removed_at TEXT NOT NULL,
      state TEXT NOT NULL
    );
    CREATE TABLE removed_tables (
      source_id INTEGER NOT NULL REFERENCES removed_sources(id),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      columns TEXT NOT NULL,
      moved INTEGER NOT NULL CHECK (moved IN (0, 1)),
      first_row INTEGER NOT NULL,
      last_row INTEGER NOT NULL,
      last_id INTEGER,
      PRIMARY KEY (source_id, position)
    ) WITHOUT ROWID;
    CREATE TABLE removed_rows (
      id INTEGER PRIMARY KEY,
      ${Array.from({ length: 16 }, (_, at) => `c${at}`).join(', ')}
    );
  `,
};
