import type { Migration } from './migration.ts';

/** What people decided about findings, one row a finding that somebody pinned, dismissed or reworded; `content` is JSON. */
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
