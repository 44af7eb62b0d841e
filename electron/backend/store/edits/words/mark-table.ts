import { z } from 'zod';
import { turnIdSchema } from '#shared/contract/base.ts';
import type { EditId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRaw, allRows, allValues, countOf, oneRow } from '../../statements.ts';
import { type ChangeOf, placedTable } from '../log/placed-changes.ts';

/** A person's mark on a whole turn: either its tags are right, or somebody should look at it. */
const markSchema = z.enum(['checked', 'flagged']);
export type Mark = z.infer<typeof markSchema>;

const notedSchema = z.object({ note: z.string() });

type SetMark = z.infer<typeof notedSchema> & { readonly edit: EditId };

export const markChanges = placedTable(
  'person_marks',
  { tagger: z.string(), turn: turnIdSchema, mark: markSchema },
  notedSchema,
  ({ tagger, turn, mark }) => ({ tagger, round_id: turn, mark }),
  ({ note }) => ({ note }),
);
export type MarkChange = ChangeOf<typeof markChanges>;

export function marksOf(
  database: ReadDatabase,
  tagger: string,
  turn: TurnId,
): Readonly<Partial<Record<Mark, SetMark & { readonly at: string; readonly author: string }>>> {
  const rows = allRows<{ mark: Mark; note: string; edit: EditId; at: string; author: string }>(database)`
    SELECT m.mark, m.note, m.edit_id AS edit, e.at, e.author
    FROM person_marks m JOIN edits e ON e.id = m.edit_id
    WHERE m.tagger = ${tagger} AND m.round_id = ${turn}`;
  return Object.fromEntries(rows.map(({ mark, ...set }) => [mark, set]));
}

export function markChange(
  database: ReadDatabase,
  tagger: string,
  turn: TurnId,
  mark: Mark,
  after: { readonly note: string } | null,
): MarkChange | null {
  const set = marksOf(database, tagger, turn)[mark];
  const before = set ? { note: set.note, edit: set.edit } : null;
  if (after === null ? before === null : before?.note === after.note) return null;
  return { table: 'person_marks', tagger, turn, mark, before, after };
}

export function markReader(database: ReadDatabase, tagger: string, mark: Mark): (turn: TurnId) => boolean {
  return (turn) =>
    oneRow(database)`
      SELECT 1 FROM person_marks WHERE tagger = ${tagger} AND round_id = ${turn} AND mark = ${mark}` !==
    undefined;
}

export function turnsMarked(database: ReadDatabase, tagger: string, mark: Mark): TurnId[] {
  return allValues<TurnId>(database)`
    SELECT round_id FROM person_marks WHERE tagger = ${tagger} AND mark = ${mark} ORDER BY round_id`;
}

export const notedMarks = (database: ReadDatabase, tagger: string, mark: Mark) =>
  allRaw<[TurnId, string]>(database)`
    SELECT round_id, note FROM person_marks WHERE tagger = ${tagger} AND mark = ${mark} AND note <> ''`;

/** Counts the turns that people checked at or after a time (ISO 8601). */
export function countCheckedSince(database: ReadDatabase, tagger: string, since: string): number {
  return countOf(
    database, // In this order, since marks are indexed by tagger and edits by id.
    `SELECT count(*) FROM person_marks m CROSS JOIN edits e ON e.id = m.edit_id
       WHERE m.tagger = ? AND m.mark = 'checked' AND e.at >= ?`,
    tagger,
    since,
  );
}

/** Returns the turns that an edit decided on, marked or commented on, at most `limit` of each kind. */
export function turnsOfEdit(database: ReadDatabase, edit: EditId, limit: number): TurnId[] {
  const decided = allValues<TurnId>(database)`
    SELECT round_id FROM edit_decisions WHERE edit_id = ${edit} ORDER BY position LIMIT ${limit}`;
  const marked = allValues<TurnId>(database)`
    SELECT c.value ->> '$.turn' FROM edits e, json_each(e.payload) c
    WHERE e.id = ${edit} AND c.value ->> '$.table' IN ('person_marks', 'round_comments') LIMIT ${limit}`;
  return [...new Set([...decided, ...marked])];
}
