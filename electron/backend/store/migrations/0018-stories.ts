import type { Migration } from './migration.ts';

/** Stories that people tell with pictures, one row each, naming the edit that made it what it is; `steps` is JSON. */
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
