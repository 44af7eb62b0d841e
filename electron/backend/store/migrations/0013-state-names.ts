import type { Migration } from './migration.ts';

/**
 * What people call states, one row each, naming the edit that made it what it is. `content` is JSON: the name with its
 * note, colour and phase, and by what the state is known in every automaton: some rounds that led there, and how many
 * dialogues did.
 */
export const stateNames: Migration = {
  version: 13,
  name: 'state names',
  up: `
    CREATE TABLE state_names (
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};
