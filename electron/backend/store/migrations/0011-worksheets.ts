import type { Migration } from './migration.ts';

/**
 * Worksheets, one row an application (`content` is its JSON), each naming the edit that made it what it is; and the
 * records of the tables and documents that they ask, as they were imported. Documents stand under an empty name.
 */
export const worksheets: Migration = {
  version: 11,
  name: 'worksheets',
  up: `
    CREATE TABLE worksheet_sets (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
    CREATE TABLE knowledge_rows (
      worksheet TEXT NOT NULL,
      position INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (worksheet, position)
    ) WITHOUT ROWID;
  `,
};
