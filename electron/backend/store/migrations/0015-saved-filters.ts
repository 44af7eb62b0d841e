import type { Migration } from './migration.ts';

/** Filters of dialogues that people gave a name, one row each, naming the edit that made it what it is. */
export const savedFilters: Migration = {
  version: 15,
  name: 'saved filters',
  up: `
    CREATE TABLE saved_filters (
      name TEXT PRIMARY KEY,
      dialogues_where TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};
