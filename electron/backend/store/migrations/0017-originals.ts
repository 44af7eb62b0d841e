import type { Migration } from './migration.ts';

/** The original text of messages before cleaning, only for those whose `text` has changed. */
export const originals: Migration = {
  version: 17,
  name: 'originals',
  up: `
    CREATE TABLE utterance_originals (
      utterance_id INTEGER PRIMARY KEY REFERENCES utterances(id),
      text TEXT NOT NULL
    );
  `,
};
