import type { TaggingResult } from '#shared/contract/tagging.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { runProgress } from '../../store/runs/model-run-table.ts';
import { finishRun } from '../../store/runs/run-table.ts';

const ROUNDS_PER_STEP = 4000;

/** Counts what a run gave, a stretch of rounds at a time, so that nothing else waits for it. */
async function countTags(database: WriteDatabase, run: RunId) {
  const last = (database.prepare('SELECT coalesce(max(id), 0) FROM rounds').pluck().get() as number) ?? 0;
  const counts = new Map<string, { tag: TagId; role: number; rounds: number }>();
  let utterances = 0;
  const tags = database.prepare<[number, number, number], { tag: TagId; role: number; rounds: number }>(
    `SELECT t.tag_id AS tag, r.role, count(*) AS rounds FROM run_tags t JOIN rounds r ON r.id = t.round_id
     WHERE t.run_id = ? AND t.round_id > ? AND t.round_id <= ? GROUP BY t.tag_id, r.role`,
  );
  const tagged = database
    .prepare(
      `SELECT count(*) FROM run_tags t JOIN utterances u ON u.round_id = t.round_id
       WHERE t.run_id = ? AND t.round_id > ? AND t.round_id <= ? AND t.position = 0`,
    )
    .pluck();
  for (let after = 0; after < last; after += ROUNDS_PER_STEP) {
    for (const row of tags.all(run, after, after + ROUNDS_PER_STEP)) {
      const key = `${row.tag} ${row.role}`;
      const known = counts.get(key);
      if (known) known.rounds += row.rounds;
      else counts.set(key, row);
    }
    utterances += tagged.get(run, after, after + ROUNDS_PER_STEP) as number;
    await breathe();
  }
  return { counts: [...counts.values()], utterances };
}

/** Ends a run: its vocabulary is counted, its tags become the project's latest. */
export async function finishModelRun(
  database: WriteDatabase,
  run: RunId,
  total: number,
  seconds: number,
): Promise<TaggingResult> {
  const { counts, utterances } = await countTags(database, run);
  const { done, flagged, failed } = runProgress(database, run);
  const warnings: string[] = [];
  if (flagged > 0) warnings.push(`${flagged} dialogues have rounds that were left for a person.`);
  if (failed > 0) warnings.push(`${failed} dialogues got no answer.`);
  const left = total - done - failed;
  if (left > 0) warnings.push(`${left} dialogues were not asked for; they have no tags.`);
  const insert = database.prepare(
    'INSERT INTO run_vocabulary (run_id, tag_id, role, rounds) VALUES (?, ?, ?, ?)',
  );
  const vocabulary = new Set(counts.map(({ tag }) => tag)).size;
  const utterancesTagged = utterances;
  database.transaction(() => {
    database.prepare('DELETE FROM run_vocabulary WHERE run_id = ?').run(run);
    for (const { tag, role, rounds } of counts) insert.run(run, tag, role, rounds);
    finishRun(database, run, new Date().toISOString(), {
      utterancesTagged,
      vocabulary,
      warnings,
      model: null,
    });
  })();
  return { run, utterancesTagged, vocabulary, warnings, seconds };
}
