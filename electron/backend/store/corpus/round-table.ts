import type { ContextRound } from '#shared/contract/review.ts';
import type { RoundRow } from '#shared/contract/vocabulary.ts';
import { ROLES, type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId, UtteranceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRaw, allRows, allValues, countOf, oneRow, oneValue, parseJson, theRow } from '../statements.ts';
import type { EffectiveTags } from '../tags/round-tags.ts';
import { dialogueHeads, textsSchema } from './dialogue-table.ts';

/** A phrase in parts. The words of a part are adjacent. */
type Phrase = readonly (readonly string[])[];

/**
 * Returns turns of a role with a message that contains all parts of one of some phrases, by the word index.
 * @param examples number of turns returned with text
 */
export function roundsWithWords(
  database: ReadDatabase,
  role: Role,
  phrases: readonly Phrase[],
  examples: number,
): { rounds: number; examples: { dialogue: DialogueId; position: number; text: string }[] } {
  const wanted = phrases.flatMap((parts) => {
    // Masked text, such as a number, is indexed by its own letters.
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

/** A turn with its messages as one text, and its acts from the file. */
export interface RoundText {
  readonly id: RoundId;
  readonly role: Role;
  readonly text: string;
  /** The distinct acts; null if the file annotates none of its messages. */
  readonly acts: readonly string[] | null;
}

/**
 * Reads the turns of dialogues.
 * @param keep true caches them
 */
export function roundReader(
  database: ReadDatabase,
  keep = true,
): (dialogue: DialogueId) => readonly RoundText[] {
  const rowsOf = (dialogue: DialogueId) => allRaw<[RoundId, number, string, string | null]>(database)`
    SELECT r.id, r.role, u.text, u.acts FROM rounds r JOIN utterances u ON u.round_id = r.id
    WHERE r.dialogue_id = ${dialogue} ORDER BY r.position, u.position`;
  const known = new Map<DialogueId, readonly RoundText[]>();
  return (dialogue) => {
    const before = known.get(dialogue);
    if (before) return before;
    const rounds: RoundText[] = [];
    for (const [id, role, text, acts] of rowsOf(dialogue)) {
      const own = acts === null ? null : parseJson(textsSchema, acts);
      const last = rounds[rounds.length - 1];
      if (last?.id !== id) {
        rounds.push({ id, role: roleAt(role), text, acts: own && [...new Set(own)] });
        continue;
      }
      rounds[rounds.length - 1] = {
        ...last,
        text: `${last.text} ${text}`,
        acts: own === null ? last.acts : [...new Set([...(last.acts ?? []), ...own])],
      };
    }
    if (keep) known.set(dialogue, rounds);
    return rounds;
  };
}

/** The share of turns that the file annotates, 0 … 1; 0 without any turn. */
export const annotatedShare = (database: ReadDatabase): number =>
  theRow(
    oneValue<number>(database)`SELECT coalesce(1.0 * (SELECT count(DISTINCT round_id) FROM utterances
      WHERE acts IS NOT NULL AND acts <> '[]') / nullif((SELECT count(*) FROM rounds), 0), 0)`,
  );

export const allRoundTexts = (database: ReadDatabase): string[] =>
  allValues<string>(database)`SELECT coalesce(group_concat(u.text, ' ' ORDER BY u.position), '')
    FROM rounds r LEFT JOIN utterances u ON u.round_id = r.id
    GROUP BY r.id ORDER BY r.dialogue_id, r.position`;

/**
 * Reads the first characters of turns' joined text; empty for unknown turns.
 * @param utterances number of first messages to read; −1 reads all
 */
export function excerptReader(
  database: ReadDatabase,
  characters: number,
  utterances = -1,
): (round: RoundId) => string {
  const read = database
    .prepare<[number, RoundId, number], string>(
      `SELECT coalesce(substr(group_concat(text, ' '), 1, ?), '')
       FROM (SELECT text FROM utterances WHERE round_id = ? ORDER BY position LIMIT ?)`,
    )
    .pluck();
  return (round) => read.get(characters, round, utterances) ?? '';
}

/** All turns in the order of import, as columns. */
interface RoundColumns {
  readonly dialogues: Int32Array;
  readonly rounds: Int32Array;
  readonly roles: Uint8Array;
}

/** Reads two columns of numbers, four times as fast as rows. */
export function roundColumns(database: ReadDatabase): RoundColumns {
  return database.transaction((): RoundColumns => {
    const dialogues = allValues<number>(database)`
      SELECT dialogue_id FROM rounds ORDER BY dialogue_id, position`;
    const packed = allValues<number>(database)`
      SELECT id * 2 + role FROM rounds ORDER BY dialogue_id, position`;
    const rounds = new Int32Array(packed.length);
    const roles = new Uint8Array(packed.length);
    for (let at = 0; at < packed.length; at++) {
      rounds[at] = Math.floor(packed[at]! / 2);
      roles[at] = packed[at]! % 2;
    }
    return { dialogues: new Int32Array(dialogues), rounds, roles };
  })();
}

/** Yields [dialogue, turn, role's number] of all turns, in the order of import. */
export function* eachRound(database: ReadDatabase): IterableIterator<[DialogueId, RoundId, number]> {
  const { dialogues, rounds, roles } = roundColumns(database);
  for (let at = 0; at < rounds.length; at++)
    yield [dialogues[at] as DialogueId, rounds[at] as RoundId, roles[at]!];
}

/**
 * Returns the next turns in import order, to read all in parts.
 * @param before the last turn read
 */
export const roundsAfter = (
  database: ReadDatabase,
  before: { readonly dialogue: DialogueId; readonly position: number } | null,
  limit: number,
): { id: RoundId; dialogue: DialogueId; position: number; role: number }[] =>
  allRows<{ id: RoundId; dialogue: DialogueId; position: number; role: number }>(
    database,
  )`SELECT id, dialogue_id AS dialogue, position, role FROM rounds
    WHERE (dialogue_id, position) > (${before?.dialogue ?? -1}, ${before?.position ?? -1})
    ORDER BY dialogue_id, position LIMIT ${limit}`;

/** Returns about `wanted` turns, spread over the project; all if there are fewer. */
export const spreadRounds = (database: ReadDatabase, wanted: number): RoundId[] =>
  allValues<RoundId>(database)`
    SELECT id FROM rounds WHERE id % ${Math.max(1, Math.floor(lastRound(database) / wanted))} = 0 LIMIT ${wanted}`;

/** Returns the highest id of a turn; 0 if there is none. */
export const lastRound = (database: ReadDatabase): number =>
  countOf(database, 'SELECT coalesce(max(id), 0) FROM rounds');

type RoundPlace = Pick<RoundRow, 'dialogue' | 'externalId' | 'index' | 'role'>;

export function placeReader(database: ReadDatabase): (round: RoundId) => RoundPlace | null {
  const read = database.prepare<[RoundId], Omit<RoundPlace, 'role'> & { readonly role: number }>(
    `SELECT d.id AS dialogue, d.external_id AS externalId, r.position AS "index", r.role
     FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id WHERE r.id = ?`,
  );
  return (round) => {
    const row = read.get(round);
    return row ? { ...row, role: roleAt(row.role) } : null;
  };
}

/** Returns turns as a list shows them, in the order of `ids`; ids without a turn are left out. */
export function roundRows(
  database: ReadDatabase,
  ids: readonly RoundId[],
  readTags: (round: RoundId) => EffectiveTags,
): RoundRow[] {
  const placeOf = placeReader(database);
  const excerptOf = excerptReader(database, 300);
  return ids.flatMap((round) => {
    const place = placeOf(round);
    return place ? [{ ...place, round, text: excerptOf(round), tags: readTags(round).tags }] : [];
  });
}

interface RoundHome {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly source: string;
  readonly domains: string[];
  readonly rounds: number;
  /** The turn's index in it, from 0. */
  readonly index: number;
}

/** Returns the place of a turn and its dialogue; null if it was deleted. */
export function homeOfRound(database: ReadDatabase, round: RoundId): RoundHome | null {
  const row = oneRow<Omit<RoundHome, 'domains'> & { readonly domains: string }>(database)`
    SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, s.name AS source, d.domains, d.rounds,
      r.position AS "index"
    FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id JOIN sources s ON s.id = d.source_id
    WHERE r.id = ${round}`;
  return row ? { ...row, domains: parseJson(textsSchema, row.domains) } : null;
}

type RoundInContext = Omit<ContextRound, 'tags'>;

/** Returns the turns `first` … `last` of a dialogue with their text. */
export function roundsBetween(
  database: ReadDatabase,
  dialogue: DialogueId,
  first: number,
  last: number,
): RoundInContext[] {
  const rounds = new Map<RoundId, RoundInContext>();
  for (const [id, index, role, utterance, speaker, text] of allRaw<
    [RoundId, number, number, UtteranceId, string, string]
  >(database)`
    SELECT r.id, r.position, r.role, u.id, u.speaker, u.text FROM rounds r JOIN utterances u
    ON u.round_id = r.id
    WHERE r.dialogue_id = ${dialogue} AND r.position BETWEEN ${first} AND ${last} ORDER BY r.position,
    u.position`) {
    const round = rounds.get(id) ?? { id, index, role: roleAt(role), utterances: [] };
    round.utterances.push({ id: utterance, speaker, text });
    rounds.set(id, round);
  }
  return [...rounds.values()];
}

export interface AnswerableTurn {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  /** Index of the system turn in its dialogue, from 0. */
  readonly round: number;
}

/**
 * Yields all system turns after a user turn in the wanted dialogues, by source name, external id and turn. Reads in
 * parts, so that other work can run in between.
 */
export function* answerableTurnsOf(
  database: ReadDatabase,
  wanted: (externalId: string) => boolean,
): Generator<readonly AnswerableTurn[]> {
  const rounds = database
    .prepare<[DialogueId], number>(
      `SELECT r.position FROM rounds r
       JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
       WHERE r.dialogue_id = ? AND r.role = 0 AND before.role = 1 ORDER BY r.position`,
    )
    .pluck();
  for (const { id: dialogue, externalId } of dialogueHeads(database)) {
    yield wanted(externalId) ? rounds.all(dialogue).map((round) => ({ dialogue, externalId, round })) : [];
  }
}

/** Reads a sentence of a turn by its position in the turn's messages, which are joined by a line end. */
export function sentenceReader(database: ReadDatabase) {
  const read = database
    .prepare<[RoundId], [DialogueId, number, string]>(
      `SELECT r.dialogue_id, r.position, group_concat(u.text, char(10) ORDER BY u.position)
       FROM rounds r JOIN utterances u ON u.round_id = r.id WHERE r.id = ? GROUP BY r.id`,
    )
    .raw();
  return (round: RoundId, start: number, end: number) => {
    const row = read.get(round);
    return row && { round, dialogue: row[0], position: row[1], text: row[2].slice(start, end) };
  };
}

/** Reads the customer's first message in a dialogue; null if only others speak. */
export function openerReader(database: ReadDatabase): (dialogue: DialogueId) => string | null {
  const read = database
    .prepare<[number, DialogueId], string | null>(
      `SELECT group_concat(u.text, ' ' ORDER BY u.position) FROM utterances u WHERE u.round_id =
         (SELECT id FROM rounds WHERE role = ? AND dialogue_id = ? ORDER BY position LIMIT 1)`,
    )
    .pluck();
  return (dialogue) => read.get(ROLES.indexOf('user'), dialogue) ?? null;
}
