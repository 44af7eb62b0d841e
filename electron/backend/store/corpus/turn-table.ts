import type { ContextTurn } from '#shared/contract/review.ts';
import type { TurnRow } from '#shared/contract/vocabulary.ts';
import { ROLES, type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, TurnId, UtteranceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRaw, allRows, allValues, countOf, oneRow, oneValue, parseJson, theRow } from '../statements.ts';
import type { EffectiveTags } from '../tags/turn-tags.ts';
import { dialogueHeads, textsSchema } from './dialogue-table.ts';

type Phrase = readonly (readonly string[])[];

/**
 * Returns turns of a role that have a message with all parts of at least one phrase. `examples` turns have their text.
 */
export function turnsWithWords(
  database: ReadDatabase,
  role: Role,
  phrases: readonly Phrase[],
  examples: number,
): { turns: number; examples: { dialogue: DialogueId; position: number; text: string }[] } {
  const wanted = phrases.flatMap((parts) => {
    // Masked text, such as a number, is indexed by the letters of its placeholder.
    const spoken = parts
      .map((words) => words.filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u.test(word)))
      .filter((words) => words.length > 0);
    return spoken.length === 0 ? [] : [spoken.map((words) => `"${words.join(' ')}"`).join(' AND ')];
  });
  if (wanted.length === 0) return { turns: 0, examples: [] };
  const expression = wanted.map((one) => `(${one})`).join(' OR ');
  const code = ROLES.indexOf(role);
  const turns = countOf(
    database,
    `SELECT count(DISTINCT u.round_id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
     JOIN rounds r ON r.id = u.round_id WHERE utterance_search MATCH ? AND r.role = ?`,
    expression,
    code,
  );
  if (examples === 0) return { turns, examples: [] };
  const found = allRows<{ turn: TurnId; dialogue: DialogueId; position: number; text: string }>(database)`
    SELECT u.round_id AS turn, r.dialogue_id AS dialogue, r.position, substr(u.text, 1, 300) AS text
    FROM utterance_search f JOIN utterances u ON u.id = f.rowid JOIN rounds r ON r.id = u.round_id
    WHERE utterance_search MATCH ${expression} AND r.role = ${code} GROUP BY u.round_id
    ORDER BY u.round_id LIMIT ${examples}`;
  return { turns, examples: found.map(({ turn: _, ...example }) => example) };
}

export interface TurnText {
  readonly id: TurnId;
  readonly role: Role;
  readonly text: string;
  readonly acts: readonly string[] | null;
}

/** With `keep`, the reader caches the turns. */
export function turnReader(
  database: ReadDatabase,
  keep = true,
): (dialogue: DialogueId) => readonly TurnText[] {
  const rowsOf = (dialogue: DialogueId) => allRaw<[TurnId, number, string, string | null]>(database)`
    SELECT r.id, r.role, u.text, u.acts FROM rounds r JOIN utterances u ON u.round_id = r.id
    WHERE r.dialogue_id = ${dialogue} ORDER BY r.position, u.position`;
  const known = new Map<DialogueId, readonly TurnText[]>();
  return (dialogue) => {
    const before = known.get(dialogue);
    if (before) return before;
    const turns: TurnText[] = [];
    for (const [id, role, text, acts] of rowsOf(dialogue)) {
      const own = acts === null ? null : parseJson(textsSchema, acts);
      const last = turns[turns.length - 1];
      if (last?.id !== id) {
        turns.push({ id, role: roleAt(role), text, acts: own && [...new Set(own)] });
        continue;
      }
      turns[turns.length - 1] = {
        ...last,
        text: `${last.text} ${text}`,
        acts: own === null ? last.acts : [...new Set([...(last.acts ?? []), ...own])],
      };
    }
    if (keep) known.set(dialogue, turns);
    return turns;
  };
}

/** Returns the share of turns with annotations in the file, 0 … 1; 0 if there are no turns. */
export const annotatedShare = (database: ReadDatabase): number =>
  theRow(
    oneValue<number>(database)`SELECT coalesce(1.0 * (SELECT count(DISTINCT round_id) FROM utterances
      WHERE acts IS NOT NULL AND acts <> '[]') / nullif((SELECT count(*) FROM rounds), 0), 0)`,
  );

export const allTurnTexts = (database: ReadDatabase): string[] =>
  allValues<string>(database)`SELECT coalesce(group_concat(u.text, ' ' ORDER BY u.position), '')
    FROM rounds r LEFT JOIN utterances u ON u.round_id = r.id
    GROUP BY r.id ORDER BY r.dialogue_id, r.position`;

/** Reads the first characters of a turn's joined text; empty for unknown turns. `utterances` −1 reads all messages. */
export function excerptReader(
  database: ReadDatabase,
  characters: number,
  utterances = -1,
): (turn: TurnId) => string {
  return (turn) =>
    oneValue<string>(database)`
      SELECT coalesce(substr(group_concat(text, ' '), 1, ${characters}), '')
      FROM (SELECT text FROM utterances WHERE round_id = ${turn} ORDER BY position LIMIT ${utterances})` ??
    '';
}

interface TurnColumns {
  readonly dialogues: Int32Array;
  readonly turns: Int32Array;
  readonly roles: Uint8Array;
}

/** Reads two columns of numbers, which is four times as fast as reading rows. */
export function turnColumns(database: ReadDatabase): TurnColumns {
  return database.transaction((): TurnColumns => {
    const dialogues = allValues<number>(database)`
      SELECT dialogue_id FROM rounds ORDER BY dialogue_id, position`;
    const packed = allValues<number>(database)`
      SELECT id * 2 + role FROM rounds ORDER BY dialogue_id, position`;
    const turns = new Int32Array(packed.length);
    const roles = new Uint8Array(packed.length);
    for (let at = 0; at < packed.length; at++) {
      turns[at] = Math.floor(packed[at]! / 2);
      roles[at] = packed[at]! % 2;
    }
    return { dialogues: new Int32Array(dialogues), turns, roles };
  })();
}

/** Yields [dialogue, turn, role's number] of all turns, in the order of import. */
export function* eachTurn(database: ReadDatabase): IterableIterator<[DialogueId, TurnId, number]> {
  const { dialogues, turns, roles } = turnColumns(database);
  for (let at = 0; at < turns.length; at++)
    yield [dialogues[at] as DialogueId, turns[at] as TurnId, roles[at]!];
}

/** Returns the turns after `before` in the order of import, so that all can be read in parts. */
export const turnsAfter = (
  database: ReadDatabase,
  before: { readonly dialogue: DialogueId; readonly position: number } | null,
  limit: number,
): { id: TurnId; dialogue: DialogueId; position: number; role: number }[] =>
  allRows<{ id: TurnId; dialogue: DialogueId; position: number; role: number }>(
    database,
  )`SELECT id, dialogue_id AS dialogue, position, role FROM rounds
    WHERE (dialogue_id, position) > (${before?.dialogue ?? -1}, ${before?.position ?? -1})
    ORDER BY dialogue_id, position LIMIT ${limit}`;

/** Returns about `wanted` turns, spread over the project; all if there are fewer. */
export const spreadTurns = (database: ReadDatabase, wanted: number): TurnId[] =>
  allValues<TurnId>(database)`
    SELECT id FROM rounds WHERE id % ${Math.max(1, Math.floor(lastTurn(database) / wanted))} = 0 LIMIT ${wanted}`;

/** Returns the highest id of a turn; 0 if there is none. */
export const lastTurn = (database: ReadDatabase): number =>
  countOf(database, 'SELECT coalesce(max(id), 0) FROM rounds');

type TurnPlace = Pick<TurnRow, 'dialogue' | 'externalId' | 'index' | 'role'>;

export function placeReader(database: ReadDatabase): (turn: TurnId) => TurnPlace | null {
  return (turn) => {
    const row = oneRow<Omit<TurnPlace, 'role'> & { readonly role: number }>(database)`
      SELECT d.id AS dialogue, d.external_id AS externalId, r.position AS "index", r.role
      FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id WHERE r.id = ${turn}`;
    return row ? { ...row, role: roleAt(row.role) } : null;
  };
}

/** Returns turns as rows of a list, in the order of `ids`. Ids without a turn are left out. */
export function turnRows(
  database: ReadDatabase,
  ids: readonly TurnId[],
  readTags: (turn: TurnId) => EffectiveTags,
): TurnRow[] {
  const placeOf = placeReader(database);
  const excerptOf = excerptReader(database, 300);
  return ids.flatMap((turn) => {
    const place = placeOf(turn);
    return place ? [{ ...place, turn, text: excerptOf(turn), tags: readTags(turn).tags }] : [];
  });
}

interface TurnHome {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly source: string;
  readonly domains: string[];
  readonly turns: number;
  readonly index: number;
}

export function homeOfTurn(database: ReadDatabase, turn: TurnId): TurnHome | null {
  const row = oneRow<Omit<TurnHome, 'domains'> & { readonly domains: string }>(database)`
    SELECT r.dialogue_id AS dialogue, d.external_id AS externalId, s.name AS source, d.domains, d.rounds AS turns,
      r.position AS "index"
    FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id JOIN sources s ON s.id = d.source_id
    WHERE r.id = ${turn}`;
  return row ? { ...row, domains: parseJson(textsSchema, row.domains) } : null;
}

type TurnInContext = Omit<ContextTurn, 'tags'>;

export function turnsBetween(
  database: ReadDatabase,
  dialogue: DialogueId,
  first: number,
  last: number,
): TurnInContext[] {
  const turns = new Map<TurnId, TurnInContext>();
  for (const [id, index, role, utterance, speaker, text] of allRaw<
    [TurnId, number, number, UtteranceId, string, string]
  >(database)`
    SELECT r.id, r.position, r.role, u.id, u.speaker, u.text FROM rounds r JOIN utterances u
    ON u.round_id = r.id
    WHERE r.dialogue_id = ${dialogue} AND r.position BETWEEN ${first} AND ${last} ORDER BY r.position,
    u.position`) {
    const turn = turns.get(id) ?? { id, index, role: roleAt(role), utterances: [] };
    turn.utterances.push({ id: utterance, speaker, text });
    turns.set(id, turn);
  }
  return [...turns.values()];
}

export interface AnswerableTurn {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly turn: number;
}

/**
 * Yields system turns after a user turn by source name, external id and turn. Reads in parts, so that other work can
 * run.
 */
export function* answerableTurnsOf(
  database: ReadDatabase,
  wanted: (externalId: string) => boolean,
): Generator<readonly AnswerableTurn[]> {
  for (const { id: dialogue, externalId } of dialogueHeads(database)) {
    const turns = wanted(externalId)
      ? allValues<number>(database)`
        SELECT r.position FROM rounds r
        JOIN rounds before ON before.dialogue_id = r.dialogue_id AND before.position = r.position - 1
        WHERE r.dialogue_id = ${dialogue} AND r.role = 0 AND before.role = 1 ORDER BY r.position`
      : [];
    yield turns.map((turn) => ({ dialogue, externalId, turn }));
  }
}

/** Reads a sentence of a turn, given by its position in the turn's messages joined by line ends. */
export function sentenceReader(database: ReadDatabase) {
  return (turn: TurnId, start: number, end: number) => {
    const row = oneRow<{ dialogue: DialogueId; position: number; text: string }>(database)`
      SELECT r.dialogue_id AS dialogue, r.position, group_concat(u.text, char(10) ORDER BY u.position) AS text
      FROM rounds r JOIN utterances u ON u.round_id = r.id WHERE r.id = ${turn} GROUP BY r.id`;
    return row && { ...row, turn, text: row.text.slice(start, end) };
  };
}

export function openerReader(database: ReadDatabase): (dialogue: DialogueId) => string | null {
  return (dialogue) =>
    oneValue<string | null>(database)`
      SELECT group_concat(u.text, ' ' ORDER BY u.position) FROM utterances u WHERE u.round_id =
        (SELECT id FROM rounds WHERE role = ${ROLES.indexOf('user')} AND dialogue_id = ${dialogue}
        ORDER BY position LIMIT 1)` ?? null;
}
