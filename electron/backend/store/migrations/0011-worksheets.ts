import type { Migration } from './migration.ts';

/**
 * Worksheets, one row per application (`content` is its JSON), each with the edit that last set it; and the imported
 * records of their tables and documents. Documents have an empty name.
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
