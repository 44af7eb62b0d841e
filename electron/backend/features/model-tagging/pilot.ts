import { createRandom } from '#shared/algorithms/random/random.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { dialogueIdsUpTo } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { RunSettings } from './run-settings.ts';

/** Returns the pilot's dialogues: a random sample by the run's seed, ascending. Constant unless dialogues are purged. */
export function pilotDialogues(
  database: ReadDatabase,
  { seed, pilot, lastDialogue }: Pick<RunSettings, 'seed' | 'pilot' | 'lastDialogue'>,
): DialogueId[] {
  if (pilot === 0) return [];
  const ids = dialogueIdsUpTo(database, lastDialogue);
  const random = createRandom(seed);
  // The first steps of a shuffle are the whole sample.
  for (let index = 0; index < Math.min(pilot, ids.length - 1); index++) {
    const other = index + random.integer(ids.length - index);
    [ids[index], ids[other]] = [ids[other]!, ids[index]!];
  }
  return ids.slice(0, pilot).sort((a, b) => a - b);
}
