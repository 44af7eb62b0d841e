import type { Migration } from './migration.ts';

/** People's stories with pictures, one row each, with the edit that last set it; `steps` is JSON. */
export const stories: Migration = {
  version: 18,
  name: 'stories',
  up: `
    CREATE TABLE stories (
      name TEXT PRIMARY KEY,
      steps TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};
