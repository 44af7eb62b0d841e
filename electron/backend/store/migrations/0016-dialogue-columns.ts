import type { Migration } from './migration.ts';

/**
 * What is known of all dialogues as columns, so that it need not be read from every dialogue and utterance anew: at most one
 * row, good for as long as `state` is that of the dialogues.
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
