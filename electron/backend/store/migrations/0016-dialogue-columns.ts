import type { Migration } from './migration.ts';

/**
 * Cache of the fields of all dialogues as columns, so that they need not be read again from every dialogue and message:
 * at most one row, valid as long as `state` is that of the dialogues.
 */
export const dialogueColumns: Migration = {
  version: 16,
  name: 'dialogue columns',
  up: `
    CREATE TABLE dialogue_columns (
      state TEXT NOT NULL,
      header TEXT NOT NULL,
      data BLOB NOT NULL
    );
  `,
};
