import { z } from 'zod';
import { editIdSchema, type Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../database.ts';

export interface EditEffect {
  /** The topics that change when it is made. */
  readonly topics: readonly Topic[];
  /**
   * True if it changes what an automaton was learned from. A mere confirmation does so only if a tagger has
   * run since, because undoing or redoing it then contradicts that run.
   */
  readonly changesTags: 'always' | 'once tagged again' | 'never';
  /** True if it moves whole tables: a worker makes and undoes it, and nobody else may write meanwhile. */
  readonly isApart?: boolean;
}

/** The kinds of edits that features bring, by name. */
export type EditKinds = ReadonlyMap<string, EditEffect>;

/** The effect of edits that change tags of turns or tags themselves. */
export const CHANGES_TAGS: EditEffect = { topics: ['tags', 'automata', 'project'], changesTags: 'always' };

/** @throws DialogramError INVALID for a kind that no feature brings */
export function effectOf(kinds: EditKinds, kind: string): EditEffect {
  const effect = kinds.get(kind);
  if (effect) return effect;
  throw new DialogramError('INVALID', `There is no kind of edit called “${kind}”.`, {
    value: kind,
    nextStep: `Choose one of: ${[...kinds.keys()].join(', ')}.`,
  });
}

/** Returns the topics that may change when an edit is undone or redone. */
export const topicsOfStep = ({ topics, changesTags }: EditEffect): readonly Topic[] =>
  changesTags === 'once tagged again' ? CHANGES_TAGS.topics : topics;

export type Direction = 'forward' | 'backward';

/** The way edits change a table besides their decisions. The log and out-of-order undo treat all such tables alike. */
export interface ChangedTable<Change> {
  /** Makes the change, or undoes it. */
  apply(database: WriteDatabase, change: Change, edit: EditId, direction: Direction): void;
  /** Returns keys of what a change affects. If newer edits changed the same key, the change cannot be undone. */
  keysOf(change: Change): readonly string[];
  /** Returns the inverse of the change of `edit`, restricted to its free keys; null if none is free. */
  turnRound(change: Change, edit: EditId, isFree: (key: string) => boolean): Change | null;
}

/** The value at a place, such as a mark on a turn, before and after a change; null means empty. */
interface PlacedChange<Value> {
  readonly before: (Value & { readonly edit: EditId }) | null;
  readonly after: Value | null;
}

type Columns = Readonly<Record<string, string | number | null>>;

/** A change of a place's value, as the log stores it. */
export const placedSchema = <Table extends string, Place extends z.ZodRawShape, Value extends z.ZodRawShape>(
  table: Table,
  place: Place,
  value: z.ZodObject<Value>,
) =>
  z.object({
    table: z.literal(table),
    before: value.extend({ edit: editIdSchema }).nullable(),
    after: value.nullable(),
    ...place,
  });

/**
 * Returns the changes of a table with at most one value per place, and the edit that put it there.
 * @param placeOf the columns that identify the place of a change
 * @param rowOf the columns of the value
 */
export function placedChanges<Value, Change extends PlacedChange<Value>>(
  table: string,
  placeOf: (change: Change) => Columns,
  rowOf: (value: Value) => Columns,
): ChangedTable<Change> {
  const keyOf = (change: Change): string => `${table} ${JSON.stringify(placeOf(change))}`;
  return {
    apply(database, change, edit, direction) {
      const { before, after } = change;
      const place = placeOf(change);
      const value = direction === 'backward' ? before : after && { ...after, edit };
      const isPlace = Object.keys(place).map((column) => `${column} = ?`);
      database.prepare(`DELETE FROM ${table} WHERE ${isPlace.join(' AND ')}`).run(...Object.values(place));
      if (value) insert(database, table, { ...place, ...rowOf(value), edit_id: value.edit });
    },
    keysOf: (change) => [keyOf(change)],
    turnRound(change, edit, isFree) {
      if (!isFree(keyOf(change))) return null;
      const { before, after } = change;
      return { ...change, before: after && { ...after, edit }, after: before };
    },
  };
}

function insert(database: WriteDatabase, table: string, row: Columns): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  database
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
    .run(...Object.values(row));
}
