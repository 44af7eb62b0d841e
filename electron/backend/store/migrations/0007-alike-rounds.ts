import type { Migration } from './migration.ts';

/**
 * A queue keeps which rounds of its filter say the same: for each group its size, then the ids of its rounds. Queues
 * that were opened before have none.
 */
export const alikeRounds: Migration = {
  version: 7,
  name: 'alike rounds',
  up: `ALTER TABLE review_queues ADD COLUMN alike BLOB NOT NULL DEFAULT x'';`,
};
