import type { Migration } from './migration.ts';

/**
 * People's decisions on the states of a tagger's automata. A path is JSON, `[{role, tag}, …]` from the start, `tag` an
 * id of `tags` or null for a turn without a tag of the picture; `right_path` is '' for a state that is kept as it is.
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
