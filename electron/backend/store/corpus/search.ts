import type { DialogueId, UtteranceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRaw } from '../statements.ts';

/**
 * A person's search as an FTS5 query: every word must occur (in any order), the last one as a prefix, since it
 * may still be being typed. Null where nothing searchable was typed.
 */
export function searchExpression(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu);
  if (!words) return null;
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}

/** Dialogues in which some utterance matches, with the first utterance that does. */
export function searchDialogues(database: ReadDatabase, query: string): Map<DialogueId, UtteranceId> | null {
  const expression = searchExpression(query);
  if (expression === null) return query.trim() === '' ? null : new Map();
  return new Map(
    allRaw<[DialogueId, UtteranceId]>(database)`
      SELECT u.dialogue_id, min(u.id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
      WHERE utterance_search MATCH ${expression} GROUP BY u.dialogue_id`,
  );
}
