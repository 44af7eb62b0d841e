import type { Migration } from './migration.ts';

/**
 * Queues store the turns of their filter with the same words: for each group its size, then the ids of its turns.
 * Queues opened before this have none.
 */
export const alikeRounds: Migration = {
  version: 7,
  name: 'alike rounds',
  up: `ALTER TABLE review_queues ADD COLUMN alike BLOB NOT NULL DEFAULT x'';`,
};
