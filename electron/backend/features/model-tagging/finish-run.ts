import type { TaggingResult } from '#shared/contract/tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import { lastRound } from '../../store/corpus/round-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { runProgress } from '../../store/runs/model-tagging-table.ts';
import { finishRun } from '../../store/runs/run-table.ts';
import { replaceVocabulary, stretchCounter, type TagCount } from '../../store/tags/run-vocabulary-table.ts';

const ROUNDS_PER_STEP = 4000;

/** Counts a run's tags, a range of turns at a time, so nothing else has to wait. */
async function countTags(database: WriteDatabase, run: RunId) {
  const last = lastRound(database);
  const counts = new Map<string, TagCount>();
  let utterances = 0;
  const countStretch = stretchCounter(database, run);
  for (let after = 0; after < last; after += ROUNDS_PER_STEP) {
    const stretch = countStretch(after, after + ROUNDS_PER_STEP);
    for (const row of stretch.tags) {
      const key = `${row.tag} ${row.role}`;
      counts.set(key, { ...row, rounds: row.rounds + (counts.get(key)?.rounds ?? 0) });
    }
    utterances += stretch.utterances;
    await breathe();
  }
  return { counts: [...counts.values()], utterances };
}

/**
 * Ends a run and counts its vocabulary. Its tags become the current ones if it tagged at least half of the
 * dialogues.
 */
export async function finishModelRun(
  database: WriteDatabase,
  run: RunId,
  total: number,
  seconds: number,
): Promise<TaggingResult> {
  const { counts, utterances } = await countTags(database, run);
  const { done, flagged, failed } = runProgress(database, run);
  const warnings: string[] = [];
  if (flagged > 0) warnings.push(`${flagged} dialogues have turns that were left for a person.`);
  if (failed > 0) warnings.push(`${failed} dialogues got no answer.`);
  const left = total - done - failed;
  if (left > 0) warnings.push(`${left} dialogues were not asked for; they have no tags.`);
  const vocabulary = new Set(counts.map(({ tag }) => tag)).size;
  const utterancesTagged = utterances;
  database.transaction(() => {
    replaceVocabulary(database, run, counts);
    finishRun(database, run, new Date().toISOString(), {
      utterancesTagged,
      dialoguesTagged: done,
      vocabulary,
      warnings,
      model: null,
    });
  })();
  return { run, utterancesTagged, vocabulary, warnings, seconds, moves: null };
}
