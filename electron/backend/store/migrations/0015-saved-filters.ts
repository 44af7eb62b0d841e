import type { Migration } from './migration.ts';

/** People's named filters of dialogues, one row each, with the edit that last set it. */
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
