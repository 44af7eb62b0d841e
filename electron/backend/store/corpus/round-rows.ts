import type { RoundRow } from '#shared/contract/vocabulary.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import type { EffectiveTags } from '../tags/tag-table.ts';

const EXCERPT_CHARACTERS = 300;

/** Rounds as a list shows them, in the order of `ids`; ids of no round are left out. */
export function roundRows(
  database: ReadDatabase,
  ids: readonly RoundId[],
  readTags: (round: RoundId) => EffectiveTags,
): RoundRow[] {
  const place = database.prepare<
    [number],
    { dialogue: DialogueId; externalId: string; index: number; role: number }
  >(
    `SELECT d.id AS dialogue, d.external_id AS externalId, r.position AS "index", r.role
     FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id WHERE r.id = ?`,
  );
  const words = database.prepare('SELECT text FROM utterances WHERE round_id = ? ORDER BY position').pluck();
  return ids.flatMap((round) => {
    const row = place.get(round);
    if (!row) return [];
    const text = (words.all(round) as string[]).join(' ').slice(0, EXCERPT_CHARACTERS);
    return [{ ...row, round, role: ROLES[row.role], text, tags: readTags(round).tags }];
  });
}
