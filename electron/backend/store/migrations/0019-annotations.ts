import type { Migration } from './migration.ts';

/** Annotations on pictures, one row each with the edit that last set it; `content` is JSON. */
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
