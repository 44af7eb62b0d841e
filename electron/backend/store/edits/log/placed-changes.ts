import { z } from 'zod';
import { editIdSchema, type Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, oneRow, oneValue, parseJson, sql } from '../../statements.ts';

export interface EditEffect {
  readonly topics: readonly Topic[];
  /** `once tagged again` is for confirmations: undo and redo contradict a run only if a tagger has run since. */
  readonly changesTags: 'always' | 'once tagged again' | 'never';
  /** True if the edit moves whole tables. A worker then makes it, and nothing else may write meanwhile. */
  readonly isApart?: boolean;
}

export type EditKinds = ReadonlyMap<string, EditEffect>;

export const CHANGES_TAGS: EditEffect = { topics: ['tags', 'automata', 'project'], changesTags: 'always' };

/** @throws DialogramError INVALID for a kind that no feature has */
export function effectOf(kinds: EditKinds, kind: string): EditEffect {
  const effect = kinds.get(kind);
  if (effect) return effect;
  throw new DialogramError('INVALID', `“${kind}” is not a kind of edit.`, {
    value: kind,
    nextStep: `Choose one of: ${[...kinds.keys()].join(', ')}.`,
  });
}

/** Returns the topics that may change when an edit is undone or redone. */
export const topicsOfStep = ({ topics, changesTags }: EditEffect): readonly Topic[] =>
  changesTags === 'once tagged again' ? CHANGES_TAGS.topics : topics;

export type Direction = 'forward' | 'backward';

/** A table that edits change, besides decisions. */
export interface ChangedTable<Change> {
  readonly schema: z.ZodType<Change>;
  apply(database: WriteDatabase, change: Change, edit: EditId, direction: Direction): void;
  /** Returns the keys of the affected items. If a newer edit has one of these keys, the change cannot be undone. */
  keysOf(change: Change): readonly string[];
  /** Returns the inverse of a change for its keys that no newer edit has; null if there are none. */
  inverse(change: Change, edit: EditId, isFree: (key: string) => boolean): Change | null;
}
export type ChangeOf<Table> = Table extends ChangedTable<infer Change> ? Change : never;

type ColumnValues<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;
type PlaceOf<Shape extends z.ZodRawShape> = { readonly [Name in keyof Shape]: z.infer<Shape[Name]> };

/** The value at a place, such as a mark on a turn, before and after a change; null if there is none. */
type PlacedChange<
  Table extends string,
  Place extends z.ZodRawShape,
  Value extends z.ZodRawShape,
> = PlaceOf<Place> & {
  readonly table: Table;
  readonly before: (ColumnValues<Value> & { readonly edit: EditId }) | null;
  readonly after: ColumnValues<Value> | null;
};

type Columns = Readonly<Record<string, string | number | null>>;

/**
 * Defines a table with at most one value per place, and the edit that set it. `upToDate` converts older stored values.
 */
export function placedTable<Table extends string, Place extends z.ZodRawShape, Value extends z.ZodRawShape>(
  table: Table,
  place: Place,
  value: z.ZodObject<Value>,
  placeOf: (place: PlaceOf<Place>) => Columns,
  rowOf: (value: ColumnValues<Value>) => Columns,
  upToDate = (stored: unknown): unknown => stored,
): ChangedTable<PlacedChange<Table, Place, Value>> {
  type Change = PlacedChange<Table, Place, Value>;
  const before = z.preprocess(upToDate, value.extend({ edit: editIdSchema }).nullable());
  const after = z.preprocess(upToDate, value.nullable());
  const schema = z.object({ table: z.literal(table), before, after, ...place });
  const keyOf = (change: Change): string => `${table} ${JSON.stringify(placeOf(change))}`;
  return {
    schema: schema as unknown as z.ZodType<Change>,
    apply(database, change, edit, direction) {
      const { before, after } = change;
      const place = placeOf(change);
      const value = direction === 'backward' ? before : after && { ...after, edit };
      const isPlace = Object.keys(place).map((column) => `${column} = ?`);
      database.prepare(`DELETE FROM ${table} WHERE ${isPlace.join(' AND ')}`).run(...Object.values(place));
      if (value) insert(database, table, { ...place, ...rowOf(value), edit_id: value.edit });
    },
    keysOf: (change) => [keyOf(change)],
    inverse(change, edit, isFree) {
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

/** The column with the content of a document, and how its text is written and read. */
interface ContentColumn<Content> {
  readonly column: string;
  readonly write: (content: Content) => string;
  readonly read: (text: string) => Content;
  /** Converts content that an earlier version stored. */
  readonly upToDate: (stored: unknown) => unknown;
}

interface Row<Id> {
  readonly id: Id;
  readonly text: string;
  readonly edit: EditId;
}

/** Defines a table of documents by people. By default, the content is JSON in the column `content`. */
export function documentTable<
  Table extends string,
  Key extends string,
  Id extends string | number,
  Value extends z.ZodRawShape,
>(
  table: Table,
  key: Key,
  id: z.ZodType<Id>,
  content: z.ZodObject<Value>,
  written: Partial<ContentColumn<ColumnValues<Value>>> = {},
) {
  type Content = ColumnValues<Value>;
  type Stored = Content & Readonly<Record<Key, Id>> & { readonly edit: EditId };
  type Change = PlacedChange<Table, Record<Key, z.ZodType<Id>>, Value>;
  const {
    column = 'content',
    upToDate = (stored) => stored,
    write = (kept) => JSON.stringify(kept),
    read = (text) => parseJson(z.preprocess(upToDate, content), text),
  } = written;
  const rows = `SELECT ${key} AS id, ${column} AS text, edit_id AS edit FROM ${table}`;
  const stored = (row: Row<Id>): Stored => ({ ...read(row.text), [key]: row.id, edit: row.edit }) as Stored;
  const place = { [key]: id } as Record<Key, z.ZodType<Id>>;
  const placeOf = (change: object): Columns => ({ [key]: (change as Record<Key, Id>)[key] });
  const list = (database: ReadDatabase): Stored[] =>
    allRows<Row<Id>>(database)`${sql(rows)} ORDER BY ${sql(key)}`.map(stored);
  const rowOf = (database: ReadDatabase, wanted: Id) =>
    oneRow<Row<Id>>(database)`${sql(rows)} WHERE ${sql(key)} = ${wanted}`;
  return {
    ...placedTable(
      table,
      place,
      content,
      placeOf,
      (kept) => ({ [column]: write(content.parse(kept)) }),
      upToDate,
    ),
    list,
    find(database: ReadDatabase, wanted: Id): Stored | null {
      const row = rowOf(database, wanted);
      return row ? stored(row) : null;
    },
    after(database: ReadDatabase, wanted: Id, next: Content | null): Change | null {
      const row = rowOf(database, wanted);
      const before = row ? read(row.text) : null;
      const after = next && content.parse(next);
      if ((before && write(before)) === (after && write(after))) return null;
      const change = { table, [key]: wanted, before: before && { ...before, edit: row?.edit }, after };
      return change as unknown as Change;
    },
    purge(database: WriteDatabase, keep: (document: Stored) => Content | null): void {
      for (const document of list(database)) {
        const kept = keep(document);
        if (kept === null) change(database)`DELETE FROM ${sql(table)} WHERE ${sql(key)} = ${document[key]}`;
        else if (kept !== document)
          change(database)`UPDATE ${sql(table)} SET ${sql(column)} = ${write(content.parse(kept))}
            WHERE ${sql(key)} = ${document[key]}`;
      }
    },
  };
}

export const textTable = <Table extends string>(table: Table) =>
  documentTable(table, 'name', z.string(), z.object({ content: z.string() }), {
    column: 'content',
    write: ({ content }) => content,
    read: (content) => ({ content }),
  });

/** Returns an id for a new document. Ids are never reused. @param place the index of the document within the edit */
export const newDocumentId = (database: ReadDatabase, place = 0): number =>
  (oneValue<number>(database)`SELECT coalesce(max(id), 0) + 1 FROM edits` ?? 1) + place * 2 ** 32;
