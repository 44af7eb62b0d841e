import { RE2JS, RE2JSSyntaxException } from 're2js';
import { readSearch, type SearchTerm } from '#shared/algorithms/filters/search-words.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, TurnId, UtteranceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRaw, allValues } from '../statements.ts';

/**
 * Compiles a regular expression in RE2's syntax: linear time, no look-arounds, no back references. Ignores case unless
 * `(?-i)` is set. @throws DialogramError INVALID
 */
function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = String(error.input);
    throw new DialogramError('INVALID', `The pattern cannot be read: ${error.error}, at “${part}”.`, {
      place: `character ${Math.max(0, pattern.indexOf(part)) + 1} of the pattern`,
      value: pattern,
      nextStep:
        'Correct the pattern there. To search for a special character, put a backslash before it, as in \\(.',
    });
  }
}

const compiled = new Map<string, RE2JS>();
const known = new WeakSet<ReadDatabase>();

/** Defines the SQL function `pattern_found(pattern, text)` on a connection. */
export function keepPattern(database: ReadDatabase, pattern: string): void {
  compiled.clear();
  compiled.set(pattern, compilePattern(pattern));
  if (known.has(database)) return;
  known.add(database);
  database.function('pattern_found', { deterministic: true }, (asked: string, text: string) => {
    let found = compiled.get(asked);
    if (!found) {
      found = compilePattern(asked);
      compiled.set(asked, found);
    }
    return found.test(text) ? 1 : 0;
  });
}

export function searchExpression(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu);
  if (!words) return null;
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}

/** The maximum number of words of a long text to search for. */
const MOST_WORDS = 40;

/**
 * Returns the turns that share words with a text, nearest first by BM25. Looks at the first `utterances` messages
 * found.
 */
export function turnsNearWords(
  database: ReadDatabase,
  text: string,
  role: Role | null,
  utterances: number,
): TurnId[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const expression = words.map((word) => `"${word}"`).join(' OR ');
  // The search finds the first few without sorting all results.
  const found =
    role === null
      ? allValues<TurnId>(database)`
          SELECT u.round_id FROM (SELECT rowid, rank FROM utterance_search
            WHERE utterance_search MATCH ${expression} ORDER BY rank LIMIT ${utterances}) f
          JOIN utterances u ON u.id = f.rowid ORDER BY f.rank, u.id`
      : allValues<TurnId>(database)`
          SELECT u.round_id FROM utterance_search f JOIN utterances u ON u.id = f.rowid
          JOIN rounds r ON r.id = u.round_id
          WHERE utterance_search MATCH ${expression} AND r.role = ${ROLES.indexOf(role)}
          ORDER BY f.rank, u.id LIMIT ${utterances}`;
  return [...new Set(found)];
}

/**
 * Returns the dialogues that match a search, each with the first matching message; null for an empty search. The
 * beginning of an id is enough only if it has letters and digits, because other beginnings match too many.
 */
export function searchDialogues(
  database: ReadDatabase,
  query: string,
  withTag: (tag: string) => ReadonlySet<DialogueId> | null = () => null,
): Map<DialogueId, UtteranceId | null> | null {
  const typed = query.trim().toLowerCase();
  if (typed === '') return null;
  const isBeginning = /\p{L}/u.test(typed) && /\p{N}/u.test(typed) ? 1 : 0;
  const found = new Map<DialogueId, UtteranceId | null>(
    allRaw<[DialogueId, null]>(database)`
      SELECT id, NULL FROM dialogues WHERE lower(external_id) = ${typed}
        OR (${isBeginning} AND substr(lower(external_id), 1, length(${typed})) = ${typed})`,
  );
  for (const group of readSearch(query).anyOf)
    for (const [dialogue, utterance] of withTerms(database, group, withTag)) found.set(dialogue, utterance);
  return found;
}

/** Returns the dialogues that match all terms, each with the first message that contains the words. */
function withTerms(
  database: ReadDatabase,
  terms: readonly SearchTerm[],
  withTag: (tag: string) => ReadonlySet<DialogueId> | null,
): Map<DialogueId, UtteranceId | null> {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const said = wanted.filter(({ kind }) => kind !== 'tag');
  const last = said[said.length - 1];
  const expression = said
    .flatMap((term) => expressionOf(term, term === last && term === wanted[wanted.length - 1]) ?? [])
    .join(' ');
  const found =
    expression === ''
      ? new Map(allValues<DialogueId>(database)`SELECT id FROM dialogues`.map((id) => [id, null] as const))
      : utterancesWith(database, expression);
  const tests = terms.map(({ kind, text, isExcluded }) => {
    if (kind !== 'tag' && !isExcluded) return () => true;
    const own =
      kind === 'tag' ? withTag(text) : utterancesWith(database, expressionOf({ kind, text }, false) ?? '');
    return (id: DialogueId) => (own?.has(id) ?? false) !== isExcluded;
  });
  for (const id of found.keys()) if (!tests.every((test) => test(id))) found.delete(id);
  return found;
}

const expressionOf = (
  { kind, text }: Pick<SearchTerm, 'kind' | 'text'>,
  isBeginning: boolean,
): string | null => {
  if (kind !== 'phrase' && isBeginning) return searchExpression(text);
  const words = text.match(/[\p{L}\p{N}]+/gu);
  if (!words) return null;
  return kind === 'phrase' ? `"${words.join(' ')}"` : words.map((word) => `"${word}"`).join(' ');
};

const utterancesWith = (database: ReadDatabase, expression: string): Map<DialogueId, UtteranceId | null> =>
  new Map(
    expression === ''
      ? []
      : allRaw<[DialogueId, UtteranceId]>(database)`
          SELECT u.dialogue_id, min(u.id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
          WHERE utterance_search MATCH ${expression} GROUP BY u.dialogue_id`,
  );
