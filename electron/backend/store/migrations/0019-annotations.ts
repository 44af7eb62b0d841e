import type { Migration } from './migration.ts';

/** What people put on pictures, one row each, naming the edit that made it what it is; `content` is JSON. */
export const annotations: Migration = {
  version: 19,
  name: 'annotations',
  up: `
    CREATE TABLE annotations (
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};
