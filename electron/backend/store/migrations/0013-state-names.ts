import type { Migration } from './migration.ts';

/**
 * People's names for states, one row each with the edit that last set it. `content` is JSON: the name with its note,
 * color and phase, and what identifies the state in every automaton: some turns that led there, and the number of
 * dialogues that did.
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
