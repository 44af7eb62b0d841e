import type { Migration } from './migration.ts';

/**
 * For comparisons. Missing rows of `batch_rows` are still to do. The tables `…_dialogues` and `batch_details.examples`
 * name the dialogues whose text was used, for purges.
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

    CREATE TABLE vote_pairs (
      id INTEGER PRIMARY KEY,
      series TEXT NOT NULL,
      position INTEGER NOT NULL,
      unit TEXT NOT NULL,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      round INTEGER,
      seed INTEGER NOT NULL,
      settings TEXT NOT NULL,
      a TEXT NOT NULL,
      b TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'passed', 'same', 'unanswered', 'revealed')),
      UNIQUE (series, position)
    );
    CREATE INDEX vote_pairs_by_dialogue ON vote_pairs (dialogue_id);

    CREATE TABLE vote_pair_dialogues (
      pair_id INTEGER NOT NULL REFERENCES vote_pairs(id) ON DELETE CASCADE,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      PRIMARY KEY (pair_id, dialogue_id)
    ) WITHOUT ROWID;
    CREATE INDEX vote_pair_dialogues_by_dialogue ON vote_pair_dialogues (dialogue_id);

    CREATE TABLE votes (
      pair_id INTEGER PRIMARY KEY REFERENCES vote_pairs(id) ON DELETE CASCADE,
      choice TEXT NOT NULL CHECK (choice IN ('a', 'b', 'tie', 'both-bad')),
      note TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
    CREATE INDEX votes_by_edit ON votes (edit_id);

    CREATE TABLE batch_items (
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      rounds TEXT NOT NULL,
      asked TEXT NOT NULL,
      truths TEXT NOT NULL,
      PRIMARY KEY (run_id, item)
    ) WITHOUT ROWID;
    CREATE INDEX batch_items_by_dialogue ON batch_items (dialogue_id);

    CREATE TABLE batch_rows (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      place INTEGER NOT NULL,
      answer TEXT NOT NULL,
      answers TEXT NOT NULL,
      measures TEXT NOT NULL,
      prompt_version INTEGER,
      input_tokens INTEGER,
      output_tokens INTEGER,
      cost REAL,
      cached INTEGER NOT NULL,
      latency_ms REAL NOT NULL,
      problem TEXT,
      UNIQUE (run_id, item, place)
    );

    CREATE TABLE batch_details (
      row_id INTEGER PRIMARY KEY REFERENCES batch_rows(id) ON DELETE CASCADE,
      examples TEXT NOT NULL,
      route TEXT,
      prompt TEXT
    );
  `,
};
