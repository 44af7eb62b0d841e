import type { Migration } from './migration.ts';

/**
 * People's notes besides tags: comments on turns, the guidelines of the project (one row), and the tags pinned to the
 * keys 1 to 9. Each row names the edit that last set it.
 */
export const notes: Migration = {
  version: 8,
  name: 'notes',
  up: `
    CREATE TABLE round_comments (
      round_id INTEGER PRIMARY KEY REFERENCES rounds(id),
      text TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
    CREATE TABLE guidelines (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      text TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
    CREATE TABLE tag_pins (
      key INTEGER PRIMARY KEY CHECK (key BETWEEN 1 AND 9),
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};
