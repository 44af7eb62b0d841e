import type { Migration } from './migration.ts';

/**
 * The topics of dialogues. For each dialogue, `run_topics` has the unit of the run's model (NULL if its topic is
 * unknown), its closeness to its topic, and its vector as 8-bit integers, by which a person's example finds similar
 * dialogues. `topic_decisions` are people's decisions on topics, in order.
 */
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
