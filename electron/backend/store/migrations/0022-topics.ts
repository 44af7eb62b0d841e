import type { Migration } from './migration.ts';

/**
 * What the dialogues are about. `run_topics` has of each dialogue the unit of the run's model (NULL where nothing tells
 * its topic), how near it is to its topic, and its vector, as 8-bit integers, by which an example that a person gives
 * finds others like it. `topic_decisions` is what people decided on topics, in order.
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
