import type { Migration } from './migration.ts';

/** What utterances said before they were cleaned: of those alone whose `text` is another since. */
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
