import type { Migration } from './migration.ts';

/** Speakers one of whose words is among these. */
const speakersNamed = (words: string): string => {
  const isIn = (word: string): string => `name GLOB '*[^a-z]${word}[^a-z]*'`;
  return `SELECT speaker FROM (SELECT DISTINCT speaker, ' ' || lower(speaker) || ' ' AS name FROM utterances)
    WHERE ${words.split(' ').map(isIn).join(' OR ')}`;
};

/**
 * For judging batch runs. `swapped` means that the baseline was second. `utterances.kind` is an index into
 * SPEAKER_KINDS; earlier imports get it from the speaker's name.
 */
export const judging: Migration = {
  version: 5,
  name: 'judging',
  up: `
    CREATE TABLE judged_pairs (
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      pair INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'judged', 'flagged', 'same', 'unanswered')),
      outcome TEXT CHECK (outcome IN ('column', 'baseline', 'tie')),
      consistent INTEGER,
      PRIMARY KEY (run_id, item, pair)
    ) WITHOUT ROWID;

    CREATE TABLE judgements (
      run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item INTEGER NOT NULL,
      pair INTEGER NOT NULL,
      swapped INTEGER NOT NULL,
      says TEXT CHECK (says IN ('column', 'baseline', 'tie')),
      reason TEXT,
      problem TEXT,
      answer TEXT,
      asked INTEGER NOT NULL,
      input_tokens INTEGER,
      output_tokens INTEGER,
      cost REAL,
      cached INTEGER NOT NULL,
      latency_ms REAL NOT NULL,
      PRIMARY KEY (run_id, item, pair, swapped)
    ) WITHOUT ROWID;

    ALTER TABLE utterances ADD COLUMN kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 3);
    UPDATE utterances SET kind = 1 WHERE round_id IN (SELECT id FROM rounds WHERE role = 1);
    UPDATE utterances SET kind = 3 WHERE kind = 0 AND speaker IN (${speakersNamed('bot chatbot assistant model gpt')});
    UPDATE utterances SET kind = 2 WHERE kind = 0 AND speaker IN (${speakersNamed(
      'agent support service operator advisor representative rep employee staff admin wizard seller',
    )});
  `,
};

/**
 * Data of moves runs. `leaf` is the fine cluster of a turn, -1 for none. `run_sentences` has position, move (-1 for
 * none), closeness, and margin to the next move for each sentence.
 */
export const moves: Migration = {
  version: 6,
  name: 'moves',
  up: `
    CREATE TABLE run_moves (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      leaf INTEGER NOT NULL,
      confidence REAL,
      second_confidence REAL,
      PRIMARY KEY (run_id, round_id)
    ) WITHOUT ROWID;
    CREATE INDEX run_moves_by_round ON run_moves (round_id);

    CREATE TABLE run_sentences (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      position INTEGER NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      move INTEGER NOT NULL,
      closeness REAL NOT NULL,
      margin REAL NOT NULL,
      PRIMARY KEY (run_id, round_id, position)
    ) WITHOUT ROWID;
    CREATE INDEX run_sentences_by_round ON run_sentences (round_id);
  `,
};

/** Queues store the turns with the same words: each group's size, then ids. */
export const alikeTurns: Migration = {
  version: 7,
  name: 'alike rounds',
  up: `ALTER TABLE review_queues ADD COLUMN alike BLOB NOT NULL DEFAULT x'';`,
};

/** Notes: comments on turns, the project's guidelines (one row), and tags pinned to the keys 1 to 9. */
export const notes: Migration = {
  version: 8,
  name: 'notes',
  up: `
    CREATE TABLE round_comments (
      round_id INTEGER PRIMARY KEY REFERENCES rounds(id),
      text TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
    CREATE TABLE guidelines (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      text TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
    CREATE TABLE tag_pins (
      key INTEGER PRIMARY KEY CHECK (key BETWEEN 1 AND 9),
      tag_id INTEGER NOT NULL REFERENCES tags(id),
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};

/**
 * A path is JSON, `[{role, tag}, …]` from the start; `tag` is null for an untagged turn. `right_path` is '' for a state
 * kept as it is.
 */
export const mergeDecisions: Migration = {
  version: 9,
  name: 'merge decisions',
  up: `
    CREATE TABLE merge_decisions (
      edit_id INTEGER PRIMARY KEY REFERENCES edits(id),
      tagger TEXT NOT NULL,
      kind TEXT NOT NULL,
      left_path TEXT NOT NULL,
      right_path TEXT NOT NULL,
      UNIQUE (tagger, left_path, right_path)
    );
  `,
};

/**
 * For showing and regrouping moves. A unit is a move's part in one fine cluster. `run_move_figures` has counts as
 * 32-bit integers.
 */
export const movesWorkbench: Migration = {
  version: 10,
  name: 'moves workbench',
  up: `
    ALTER TABLE run_moves ADD COLUMN unit INTEGER;
    ALTER TABLE run_moves ADD COLUMN second_unit INTEGER;

    CREATE TABLE run_move_figures (
      run_id INTEGER PRIMARY KEY REFERENCES runs(id),
      units BLOB NOT NULL,
      pairs BLOB NOT NULL,
      together BLOB NOT NULL,
      samples BLOB NOT NULL
    );

    CREATE TABLE run_move_examples (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      unit INTEGER NOT NULL,
      round_id INTEGER NOT NULL REFERENCES rounds(id),
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      closeness REAL NOT NULL,
      margin REAL NOT NULL,
      PRIMARY KEY (run_id, unit, round_id, start)
    ) WITHOUT ROWID;
    CREATE INDEX run_move_examples_by_round ON run_move_examples (round_id);

    CREATE TABLE move_decisions (
      id INTEGER PRIMARY KEY,
      decision TEXT NOT NULL
    );
  `,
};

/** Worksheets, one row of JSON per application with its last edit; and imported records of tables and documents. */
export const worksheets: Migration = {
  version: 11,
  name: 'worksheets',
  up: `
    CREATE TABLE worksheet_sets (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
    CREATE TABLE knowledge_rows (
      worksheet TEXT NOT NULL,
      position INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (worksheet, position)
    ) WITHOUT ROWID;
  `,
};

export const flows: Migration = {
  version: 12,
  name: 'flows',
  up: `
    CREATE TABLE flows (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};

/** `content` is JSON: name, note, color, phase, and the turns and number of dialogues that identify the state. */
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

/**
 * A source is a file's content and never changes; edits change `knowledge_names`. Tables have an empty application,
 * because all applications use them. `records` is null while a source is being written.
 */
export const knowledge: Migration = {
  version: 14,
  name: 'knowledge',
  up: `
    CREATE TABLE knowledge_sources (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('table', 'document')),
      name TEXT NOT NULL,
      file TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      columns TEXT NOT NULL,
      records INTEGER
    );
    CREATE TABLE knowledge_names (
      application TEXT NOT NULL,
      name TEXT NOT NULL,
      source_id INTEGER NOT NULL REFERENCES knowledge_sources(id),
      PRIMARY KEY (application, name)
    ) WITHOUT ROWID;

    ALTER TABLE knowledge_rows RENAME TO knowledge_rows_before;
    CREATE TABLE knowledge_rows (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES knowledge_sources(id),
      position INTEGER NOT NULL,
      content TEXT NOT NULL,
      UNIQUE (source_id, position)
    );
    CREATE VIRTUAL TABLE knowledge_search USING fts5 (
      words, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );

    INSERT INTO knowledge_sources (kind, name, file, fingerprint, columns, records)
      SELECT iif(worksheet = '', 'document', 'table'),
        iif(worksheet = '', coalesce(content ->> 'title', ''), worksheet) AS called, '', '', '[]', count(*)
      FROM knowledge_rows_before GROUP BY worksheet, called ORDER BY worksheet, called;
    UPDATE knowledge_sources SET columns = (
      SELECT json_group_array(json_object('name', key, 'type', type)) FROM (
        SELECT e.key AS key, CASE
            WHEN min(e.type IN ('integer', 'real', 'null')) THEN 'number'
            WHEN min(e.type IN ('true', 'false', 'null')) THEN 'truth'
            WHEN avg(length(e.value)) > 40 THEN 'words' ELSE 'text' END AS type
        FROM knowledge_rows_before b, json_each(b.content) e
        WHERE b.worksheet = iif(kind = 'document', '', name) GROUP BY e.key ORDER BY min(e.id)));
    INSERT INTO knowledge_names SELECT '', name, id FROM knowledge_sources;
    INSERT INTO knowledge_rows (source_id, position, content)
      SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY b.position) - 1, b.content
      FROM knowledge_sources s JOIN knowledge_rows_before b ON b.worksheet = iif(s.kind = 'document', '', s.name)
        AND (s.kind = 'table' OR coalesce(b.content ->> 'title', '') = s.name) ORDER BY s.id, b.position;
    INSERT INTO knowledge_search (rowid, words)
      SELECT id, (SELECT group_concat(atom, ' ') FROM json_tree(content)) FROM knowledge_rows;
    DROP TABLE knowledge_rows_before;
  `,
};

export const savedFilters: Migration = {
  version: 15,
  name: 'saved filters',
  up: `
    CREATE TABLE saved_filters (
      name TEXT PRIMARY KEY,
      dialogues_where TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};

/** Caches dialogue fields as columns and findings (text in `header`), valid while `state` is the project's. */
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

export const stories: Migration = {
  version: 18,
  name: 'stories',
  up: `
    CREATE TABLE stories (
      name TEXT PRIMARY KEY,
      steps TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};

export const annotations: Migration = {
  version: 19,
  name: 'annotations',
  up: `
    CREATE TABLE annotations (
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};

/**
 * Rows of removed sources. With `moved` 0, the rows stayed in their table with other values. Ids up to `last_id` are
 * not reused.
 */
export const removedSources: Migration = {
  version: 20,
  name: 'removed sources',
  up: `
    CREATE TABLE removed_sources (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      format TEXT NOT NULL,
      path TEXT NOT NULL,
      dialogues INTEGER NOT NULL,
      utterances INTEGER NOT NULL,
      removed_at TEXT NOT NULL,
      state TEXT NOT NULL
    );
    CREATE TABLE removed_tables (
      source_id INTEGER NOT NULL REFERENCES removed_sources(id),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      columns TEXT NOT NULL,
      moved INTEGER NOT NULL CHECK (moved IN (0, 1)),
      first_row INTEGER NOT NULL,
      last_row INTEGER NOT NULL,
      last_id INTEGER,
      PRIMARY KEY (source_id, position)
    ) WITHOUT ROWID;
    CREATE TABLE removed_rows (
      id INTEGER PRIMARY KEY,
      ${Array.from({ length: 16 }, (_, at) => `c${at}`).join(', ')}
    );
  `,
};

/** People's decisions on findings, one row for each pinned, dismissed or reworded finding; `content` is JSON. */
export const findingDecisions: Migration = {
  version: 21,
  name: 'finding decisions',
  up: `
    CREATE TABLE finding_decisions (
      finding TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    ) WITHOUT ROWID;
  `,
};

/** `run_topics` has a dialogue's unit (NULL if unknown), closeness, and vector as 8-bit integers. */
export const topics: Migration = {
  version: 22,
  name: 'topics',
  up: `
    CREATE TABLE run_topics (
      run_id INTEGER NOT NULL REFERENCES runs(id),
      dialogue_id INTEGER NOT NULL REFERENCES dialogues(id),
      unit INTEGER,
      closeness REAL NOT NULL,
      vector BLOB NOT NULL,
      PRIMARY KEY (run_id, dialogue_id)
    ) WITHOUT ROWID;
    CREATE INDEX run_topics_by_dialogue ON run_topics (dialogue_id);

    CREATE TABLE topic_decisions (
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL,
      edit_id INTEGER NOT NULL REFERENCES edits(id)
    );
  `,
};
