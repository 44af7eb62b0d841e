import type { Migration } from '../migrate.ts';

/**
 * What comparing in full needs.
 *
 * `simulation_cases` are conversations kept to be replayed against other automata. They hold words: a person's, and
 * of the dialogues that `simulation_case_dialogues` names, so that a purge finds them.
 */
export const comparing: Migration = {
  version: 4,
  name: 'comparing',
  up: `
    CREATE TABLE simulation_cases (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      at TEXT NOT NULL,
      made_with TEXT NOT NULL,
      settings TEXT NOT NULL,
      turns TEXT NOT NULL,
      expected TEXT NOT NULL
    );

    CREATE TABLE simulation_case_dialogues (
      case_id INTEGER NOT NULL REFERENCES simulation_cases(id) ON DELETE CASCADE,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      PRIMARY KEY (case_id, dialogue_id)
    ) WITHOUT ROWID;
    CREATE INDEX simulation_case_dialogues_by_dialogue ON simulation_case_dialogues (dialogue_id);
  `,
};
