import type { Migration } from './migration.ts';

/**
 * Schema for comparisons.
 *
 * `simulation_cases` are conversations to be replayed on other automata. They hold text of a person, and of the
 * dialogues in `simulation_case_dialogues`, so that a purge finds them.
 *
 * `vote_pairs` are two answers drawn for a vote, with who gave them and which was shown as A; a series is identified by
 * its settings. `vote_pair_dialogues` names the dialogues whose text may be in the answers. `votes` are the current
 * ones, each with the edit that set it.
 *
 * `batch_items` are the questions of a batch run (one turn, or every turn of a dialogue that answers a user), in order;
 * `batch_rows` the answers of its columns. Missing rows are still to be done. Answers without a model are text of the
 * dialogues in `batch_details.examples`. Details are a separate table, since one page shows many rows but the details
 * of one.
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
