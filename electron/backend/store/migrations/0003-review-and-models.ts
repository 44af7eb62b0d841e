import type { Migration } from './migration.ts';

/**
 * For review and model tagging. Each decision of an edit is a row, so that an edit may decide on 100,000 turns.
 * `person_marks` are people's marks, `run_flags` a machine's. `model_answers` caches answers by the hash of their
 * request. `model_calls` has one row per attempt.
 */
export const reviewAndModels: Migration = {
  version: 3,
  name: 'review and models',
  up: `
    ALTER TABLE tags ADD COLUMN description TEXT NOT NULL DEFAULT '';
    ALTER TABLE tags ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));
    ALTER TABLE tags ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));

    ALTER TABLE edits ADD COLUMN reason TEXT NOT NULL DEFAULT '';

    CREATE TABLE edit_decisions (
      edit_id INTEGER NOT NULL REFERENCES edits(id),
      position INTEGER NOT NULL,
      tagger TEXT NOT NULL,
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      before_present INTEGER CHECK (before_present IN (0, 1)),
      before_edit INTEGER REFERENCES edits(id),
      after_present INTEGER CHECK (after_present IN (0, 1)),
      PRIMARY KEY (edit_id, position)
    ) WITHOUT ROWID;
    CREATE INDEX edit_decisions_by_round ON edit_decisions (round_id);
    CREATE INDEX edit_decisions_by_tag ON edit_decisions (tag_id, edit_id);

    INSERT INTO edit_decisions
      SELECT e.id, c.key, c.value ->> '$.tagger', c.value ->> '$.round', c.value ->> '$.tag',
        c.value ->> '$.before.present', c.value ->> '$.before.edit', c.value ->> '$.after.present'
      FROM edits e, json_each(e.payload) c WHERE c.value ->> '$.table' = 'person_tags';
    UPDATE edits SET payload = (
      SELECT json_group_array(json(c.value)) FROM json_each(edits.payload) c
      WHERE c.value ->> '$.table' <> 'person_tags'
    );

    CREATE INDEX person_tags_by_edit ON person_tags (edit_id);
    CREATE INDEX person_tags_by_tag ON person_tags (tag_id, tagger);

    CREATE TABLE person_marks (
      tagger TEXT NOT NULL,
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      mark TEXT NOT NULL CHECK (mark IN ('checked', 'flagged')),
      note TEXT NOT NULL DEFAULT '',
      edit_id INTEGER NOT NULL REFERENCES edits(id),
      PRIMARY KEY (tagger, round_id, mark)
    ) WITHOUT ROWID;

    CREATE TABLE run_flags (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      reason TEXT NOT NULL,
      PRIMARY KEY (run_id, round_id)
    ) WITHOUT ROWID;

    CREATE TABLE review_queues (
      id INTEGER PRIMARY KEY,
      settings TEXT NOT NULL,
      rounds BLOB NOT NULL,
      notes BLOB NOT NULL,
      follow_ups TEXT NOT NULL,
      position INTEGER NOT NULL,
      reached INTEGER NOT NULL,
      created_at TEXT NOT NULL
    );

    CREATE TABLE annotation_files (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      author TEXT NOT NULL,
      opened_at TEXT NOT NULL
    );
    CREATE TABLE annotation_file_rounds (
      file_id INTEGER NOT NULL REFERENCES annotation_files(id) ON DELETE CASCADE,
      round_id INTEGER NOT NULL REFERENCES rounds(id) ON DELETE CASCADE,
      tags TEXT NOT NULL,
      checked INTEGER NOT NULL CHECK (checked IN (0, 1)),
      flagged TEXT,
      PRIMARY KEY (file_id, round_id)
    ) WITHOUT ROWID;
    CREATE INDEX annotation_file_rounds_by_round ON annotation_file_rounds (round_id);

    CREATE INDEX run_tags_by_tag ON run_tags (run_id, tag_id, round_id);

    CREATE TABLE prompts (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      text TEXT NOT NULL,
      at TEXT NOT NULL,
      UNIQUE (name, version)
    );

    CREATE TABLE model_answers (
      hash TEXT PRIMARY KEY,
      provider TEXT NOT NULL,
      model TEXT NOT NULL,
      answer TEXT NOT NULL,
      finish TEXT NOT NULL,
      input_tokens INTEGER,
      output_tokens INTEGER,
      at TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE model_answer_dialogues (
      hash TEXT NOT NULL REFERENCES model_answers(hash),
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      PRIMARY KEY (hash, dialogue_id)
    ) WITHOUT ROWID;
    CREATE INDEX model_answer_dialogues_by_dialogue ON model_answer_dialogues (dialogue_id);

    CREATE TABLE model_calls (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES runs(id),
      dialogue_id INTEGER REFERENCES dialogues(id),
      hash TEXT NOT NULL,
      at TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      status INTEGER,
      input_tokens INTEGER,
      output_tokens INTEGER,
      bound_tokens INTEGER NOT NULL,
      cost REAL,
      latency_ms REAL NOT NULL,
      message TEXT
    );
    CREATE INDEX model_calls_by_run ON model_calls (run_id);

    CREATE TABLE run_dialogues (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      outcome TEXT NOT NULL CHECK (outcome IN ('done', 'flagged', 'failed')),
      message TEXT,
      PRIMARY KEY (run_id, dialogue_id)
    ) WITHOUT ROWID;

    ALTER TABLE jobs ADD COLUMN reason TEXT;

    CREATE TABLE provider_batches (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES runs(id),
      provider TEXT NOT NULL,
      remote_id TEXT,
      input_file TEXT,
      output_file TEXT,
      error_file TEXT,
      state TEXT NOT NULL,
      requests INTEGER NOT NULL,
      submitted_at TEXT NOT NULL,
      finished_at TEXT
    );
    CREATE INDEX provider_batches_by_run ON provider_batches (run_id);
  `,
};
