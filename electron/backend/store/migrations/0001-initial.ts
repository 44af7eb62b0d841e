import type { Migration } from './migration.ts';

/**
 * Tags belong to turns, because automata read turns. `run_tags` has machine tags, which never change after their run.
 * `person_tags` has people's decisions by tagger, so that they apply to reruns.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  up: `
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE sources (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      format TEXT NOT NULL
    );

    CREATE TABLE imports (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES sources(id),
      job_id TEXT NOT NULL,
      path TEXT NOT NULL,
      options TEXT NOT NULL,
      join_rounds INTEGER NOT NULL,
      started_at TEXT NOT NULL,
      finished_at TEXT,
      ignored INTEGER NOT NULL DEFAULT 0,
      records_read INTEGER NOT NULL DEFAULT 0,
      warnings TEXT NOT NULL DEFAULT '[]',
      UNIQUE (job_id, path)
    );

    CREATE TABLE dialogues (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES sources(id),
      import_id INTEGER NOT NULL REFERENCES imports(id),
      external_id TEXT NOT NULL,
      domains TEXT NOT NULL,
      extra TEXT,
      content_hash TEXT NOT NULL,
      rounds INTEGER NOT NULL,
      utterances INTEGER NOT NULL,
      UNIQUE (source_id, external_id)
    );
    CREATE INDEX dialogues_by_external_id ON dialogues (external_id);
    CREATE INDEX dialogues_by_import ON dialogues (import_id);

    CREATE TABLE rounds (
      id INTEGER PRIMARY KEY,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      position INTEGER NOT NULL,
      role INTEGER NOT NULL CHECK (role IN (0, 1)),
      UNIQUE (dialogue_id, position)
    );

    CREATE TABLE utterances (
      id INTEGER PRIMARY KEY,
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      position INTEGER NOT NULL,
      speaker TEXT NOT NULL,
      text TEXT NOT NULL,
      time TEXT,
      line INTEGER NOT NULL,
      acts TEXT,
      extra TEXT,
      UNIQUE (dialogue_id, position)
    );
    CREATE INDEX utterances_by_round ON utterances (round_id);

    CREATE VIRTUAL TABLE utterance_search USING fts5 (
      text, content = 'utterances', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
    );

    CREATE TABLE rejects (
      id INTEGER PRIMARY KEY,
      import_id INTEGER NOT NULL REFERENCES imports(id),
      line INTEGER NOT NULL,
      reason TEXT NOT NULL,
      excerpt TEXT NOT NULL,
      records INTEGER NOT NULL
    );
    CREATE INDEX rejects_by_import ON rejects (import_id);

    CREATE TABLE tags (
      id INTEGER PRIMARY KEY,
      given_name TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      merged_into INTEGER REFERENCES tags(id)
    );
    CREATE INDEX tags_by_name ON tags (name);

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      params TEXT NOT NULL,
      seed INTEGER,
      input_fingerprint TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
      started_at TEXT NOT NULL,
      finished_at TEXT,
      result TEXT
    );
    CREATE INDEX runs_by_kind ON runs (kind, state);

    CREATE TABLE run_tags (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      position INTEGER NOT NULL,
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      PRIMARY KEY (run_id, round_id, position)
    ) WITHOUT ROWID;

    CREATE TABLE run_vocabulary (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      role INTEGER NOT NULL,
      rounds INTEGER NOT NULL,
      PRIMARY KEY (run_id, tag_id, role)
    ) WITHOUT ROWID;

    CREATE TABLE person_tags (
      tagger TEXT NOT NULL,
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      present INTEGER NOT NULL CHECK (present IN (0, 1)),
      edit_id INTEGER NOT NULL REFERENCES edits(id),
      PRIMARY KEY (tagger, round_id, tag_id)
    ) WITHOUT ROWID;

    CREATE TABLE edits (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      author TEXT NOT NULL,
      kind TEXT NOT NULL,
      description TEXT NOT NULL,
      payload TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'superseded'))
    );

    CREATE TABLE automata (
      run_id INTEGER PRIMARY KEY REFERENCES runs(id),
      tagging_run_id INTEGER NOT NULL REFERENCES runs(id),
      corpus_version INTEGER NOT NULL,
      edit_version INTEGER NOT NULL,
      header TEXT NOT NULL,
      dialogue_ids BLOB NOT NULL
    );

    CREATE TABLE automaton_arrays (
      run_id INTEGER NOT NULL REFERENCES automata(run_id),
      name TEXT NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (run_id, name)
    );

    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      params TEXT NOT NULL,
      state TEXT NOT NULL,
      phase TEXT NOT NULL,
      done REAL NOT NULL,
      total REAL,
      unit TEXT NOT NULL,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      result TEXT,
      error TEXT
    ) WITHOUT ROWID;
  `,
};
