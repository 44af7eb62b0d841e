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

/** The words of a text as an FTS5 query of which any may occur; null where it has none. */
export function similarExpression(text: string): string | null {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, MOST_WORDS);
  return words.length === 0 ? null : words.map((word) => `"${word}"`).join(' OR ');
}

/** Of a longer text the first words are looked for. */
const MOST_WORDS = 40;

/**
 * Dialogues whose id is what was typed, or in which some utterance matches: with the first utterance that does, or null
 * for an id. One that has letters and digits may still be being typed; letters alone begin many ids, digits too.
 */
export function searchDialogues(
  database: ReadDatabase,
  query: string,
): Map<DialogueId, UtteranceId | null> | null {
  const typed = query.trim().toLowerCase();
  if (typed === '') return null;
  const isBeginning = /\p{L}/u.test(typed) && /\p{N}/u.test(typed) ? 1 : 0;
  const found = new Map<DialogueId, UtteranceId | null>(
    allRaw<[DialogueId, null]>(database)`
      SELECT id, NULL FROM dialogues WHERE lower(external_id) = ${typed}
        OR (${isBeginning} AND substr(lower(external_id), 1, length(${typed})) = ${typed})`,
  );
  const expression = searchExpression(query);
  if (expression === null) return found;
  const said = allRaw<[DialogueId, UtteranceId]>(database)`
    SELECT u.dialogue_id, min(u.id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
    WHERE utterance_search MATCH ${expression} GROUP BY u.dialogue_id`;
  for (const [dialogue, utterance] of said) found.set(dialogue, utterance);
  return found;
}
