import type { Migration } from './migration.ts';

/** Flows, one row each (`content` is its JSON), with the edit that last set it. */
export const flows: Migration = {
  version: 12,
  name: 'flows',
  up: `
    CREATE TABLE flows (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};
