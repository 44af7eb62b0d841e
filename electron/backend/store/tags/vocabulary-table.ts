import type { RunId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../database.ts';

/** Counts the run's vocabulary once all its tags are written; returns its size. */
export function summariseVocabulary(database: WriteDatabase, run: RunId): number {
  database
    .prepare(
      `INSERT INTO run_vocabulary (run_id, tag_id, role, rounds)
       SELECT t.run_id, t.tag_id, r.role, count(*) FROM run_tags t JOIN rounds r ON r.id = t.round_id
       WHERE t.run_id = ? GROUP BY t.tag_id, r.role`,
    )
    .run(run);
  return database
    .prepare('SELECT count(DISTINCT tag_id) FROM run_vocabulary WHERE run_id = ?')
    .pluck()
    .get(run) as number;
}
