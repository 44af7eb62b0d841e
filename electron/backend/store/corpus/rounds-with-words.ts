import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRows, countOf } from '../statements.ts';

/** A phrase in parts. The words of a part follow one another. */
type Phrase = readonly (readonly string[])[];

/**
 * Returns turns of a role with a message that contains all parts of a phrase, for any of some phrases. Uses the word
 * index, whatever is between the parts.
 *
 * @param examples number of turns returned with their text
 */
export function roundsWithWords(
  database: ReadDatabase,
  role: Role,
  phrases: readonly Phrase[],
  examples: number,
): { rounds: number; examples: { dialogue: DialogueId; position: number; text: string }[] } {
  const wanted = phrases.flatMap((parts) => {
    // Masked text, such as a number, is in the index by its own letters.
    const spoken = parts
      .map((words) => words.filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u.test(word)))
      .filter((words) => words.length > 0);
    return spoken.length === 0 ? [] : [spoken.map((words) => `"${words.join(' ')}"`).join(' AND ')];
  });
  if (wanted.length === 0) return { rounds: 0, examples: [] };
  const expression = wanted.map((one) => `(${one})`).join(' OR ');
  const code = ROLES.indexOf(role);
  const rounds = countOf(
    database,
    `SELECT count(DISTINCT u.round_id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
     JOIN rounds r ON r.id = u.round_id WHERE utterance_search MATCH ? AND r.role = ?`,
    expression,
    code,
  );
  if (examples === 0) return { rounds, examples: [] };
  const found = allRows<{ round: RoundId; dialogue: DialogueId; position: number; text: string }>(database)`
    SELECT u.round_id AS round, r.dialogue_id AS dialogue, r.position, substr(u.text, 1, 300) AS text
    FROM utterance_search f JOIN utterances u ON u.id = f.rowid JOIN rounds r ON r.id = u.round_id
    WHERE utterance_search MATCH ${expression} AND r.role = ${code} GROUP BY u.round_id
    ORDER BY u.round_id LIMIT ${examples}`;
  return { rounds, examples: found.map(({ round: _, ...example }) => example) };
}
