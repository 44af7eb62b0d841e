import type { RunResult, Statement } from 'better-sqlite3';
import type { z } from 'zod';
import { known } from '#shared/domain/known.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';

/** A value in the text of a statement, bound to its place. */
type Bound = string | number | bigint | Uint8Array | null;

/** A part of a statement's text, such as columns that several of them read. */
interface SqlPart {
  readonly sql: string;
}
export const sql = (part: string): SqlPart => ({ sql: part });

/** A statement as a template: a value in it is bound, never a part of its text, unless `sql` says so. */
type Template<Result> = (text: TemplateStringsArray, ...values: readonly (Bound | SqlPart)[]) => Result;

const isPart = (value: Bound | SqlPart | undefined): value is SqlPart =>
  typeof value === 'object' && value !== null && 'sql' in value;

/** Asked once. A statement that is asked again and again is prepared by hand. */
const once =
  <Row, Result>(
    database: ReadDatabase,
    ask: (statement: Statement<unknown[], Row>, bound: readonly Bound[]) => Result,
  ): Template<Result> =>
  (text, ...values) => {
    const placed = text.slice(1).map((next, at) => {
      const value = values[at];
      return (isPart(value) ? value.sql : '?') + next;
    });
    const bound = values.filter((value): value is Bound => !isPart(value));
    return ask(database.prepare([text[0], ...placed].join('')), bound);
  };

export const allRows = <Row>(database: ReadDatabase) =>
  once<Row, Row[]>(database, (statement, bound) => statement.all(...bound));

/** Rows as arrays of their columns. */
export const allRaw = <Row>(database: ReadDatabase) =>
  once<Row, Row[]>(database, (statement, bound) => statement.raw().all(...bound));

/** Row by row, for more than fits in memory. */
export const eachRow = <Row>(database: ReadDatabase) =>
  once<Row, IterableIterator<Row>>(database, (statement, bound) => statement.iterate(...bound));

export const eachRaw = <Row>(database: ReadDatabase) =>
  once<Row, IterableIterator<Row>>(database, (statement, bound) => statement.raw().iterate(...bound));

/** The first column of all rows. */
export const allValues = <Value>(database: ReadDatabase) =>
  once<Value, Value[]>(database, (statement, bound) => statement.pluck().all(...bound));

export const oneRow = <Row>(database: ReadDatabase) =>
  once<Row, Row | undefined>(database, (statement, bound) => statement.get(...bound));

/** The first column of one row. */
export const oneValue = <Value>(database: ReadDatabase) =>
  once<Value, Value | undefined>(database, (statement, bound) => statement.pluck().get(...bound));

/** Writes. */
export const change = (database: WriteDatabase) =>
  once<unknown, RunResult>(database, (statement, bound) => statement.run(...bound));

/** The number that a statement counts. */
export function countOf(database: ReadDatabase, sql: string, ...params: unknown[]): number {
  return theRow(
    database
      .prepare<unknown[], number>(sql)
      .pluck()
      .get(...params),
  );
}

/** The row of a statement that always gives one, such as a sum. */
export const theRow = <Row>(row: Row | undefined): Row => known(row, 'row where there is always one');

/** A row as it lies in its table, where some columns hold JSON. */
export type Raw<Row, Json extends keyof Row> = Omit<Row, Json> & Readonly<Record<Json, string>>;

/**
 * A value of a column that holds JSON.
 * @throws where the file holds something else, so that it is found where it is read
 */
export const parseJson = <Value>(schema: z.ZodType<Value>, text: string): Value =>
  schema.parse(JSON.parse(text));
