import type { Migration } from './migration.ts';

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
