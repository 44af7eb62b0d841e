import type { RunResult, Statement } from 'better-sqlite3';
import type { z } from 'zod';
import { required } from '#shared/domain/required.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';

type Bound = string | number | bigint | Uint8Array | Int8Array | null;

interface SqlPart {
  readonly sql: string;
}
export const sql = (part: string): SqlPart => ({ sql: part });

/** A statement as a template. Values are bound as parameters and become part of the text only with `sql`. */
type Template<Result> = (text: TemplateStringsArray, ...values: readonly (Bound | SqlPart)[]) => Result;

const isPart = (value: Bound | SqlPart | undefined): value is SqlPart =>
  typeof value === 'object' && value !== null && 'sql' in value;

type Prepare = (database: ReadDatabase, sql: string) => Statement;

/** The SQL of templates without inserted parts, because readers ask them for every turn of a project. */
const fixed = new WeakMap<TemplateStringsArray, string>();

function sqlOf(text: TemplateStringsArray, values: readonly (Bound | SqlPart)[]): string {
  const known = fixed.get(text);
  if (known !== undefined) return known;
  const composed = String.raw({ raw: text }, ...values.map((value) => (isPart(value) ? value.sql : '?')));
  if (!values.some(isPart)) fixed.set(text, composed);
  return composed;
}

const asked =
  <Row, Result>(
    database: ReadDatabase,
    prepare: Prepare,
    ask: (statement: Statement<unknown[], Row>, bound: readonly Bound[]) => Result,
  ): Template<Result> =>
  (text, ...values) => {
    const bound = values.filter((value): value is Bound => !isPart(value));
    return ask(prepare(database, sqlOf(text, values)) as Statement<unknown[], Row>, bound);
  };

const MOST_KEPT = 500;

/** Caches prepared statements, because SQLite takes longer to parse most of them than to run them. */
function kept(shape: (statement: Statement) => Statement): Prepare {
  const keptBy = new WeakMap<ReadDatabase, Map<string, Statement>>();
  return (database, sql) => {
    const own = keptBy.get(database) ?? new Map<string, Statement>();
    keptBy.set(database, own);
    const known = own.get(sql);
    if (known) return known;
    const statement = shape(database.prepare(sql));
    own.set(sql, statement);
    const [oldest] = own.keys();
    if (own.size > MOST_KEPT && oldest !== undefined) own.delete(oldest);
    return statement;
  };
}

const asRows = kept((statement) => statement);
const asRaw = kept((statement) => statement.raw());
const asValues = kept((statement) => statement.pluck());

export const allRows = <Row>(database: ReadDatabase) =>
  asked<Row, Row[]>(database, asRows, (statement, bound) => statement.all(...bound));

export const allRaw = <Row>(database: ReadDatabase) =>
  asked<Row, Row[]>(database, asRaw, (statement, bound) => statement.all(...bound));

/** Yields row by row, for large results. Each call has its own statement, which is busy until the last row. */
export const eachRow = <Row>(database: ReadDatabase) =>
  asked<Row, IterableIterator<Row>>(
    database,
    (from, sql) => from.prepare(sql),
    (statement, bound) => statement.iterate(...bound),
  );

export const eachRaw = <Row>(database: ReadDatabase) =>
  asked<Row, IterableIterator<Row>>(
    database,
    (from, sql) => from.prepare(sql).raw(),
    (statement, bound) => statement.iterate(...bound),
  );

export const allValues = <Value>(database: ReadDatabase) =>
  asked<Value, Value[]>(database, asValues, (statement, bound) => statement.all(...bound));

export const oneRow = <Row>(database: ReadDatabase) =>
  asked<Row, Row | undefined>(database, asRows, (statement, bound) => statement.get(...bound));

export const oneValue = <Value>(database: ReadDatabase) =>
  asked<Value, Value | undefined>(database, asValues, (statement, bound) => statement.get(...bound));

export const change = (database: WriteDatabase) =>
  asked<unknown, RunResult>(database, asRows, (statement, bound) => statement.run(...bound));

export function countOf(database: ReadDatabase, sql: string, ...params: unknown[]): number {
  return theRow((asValues(database, sql) as Statement<unknown[], number>).get(...params));
}

export const theRow = <Row>(row: Row | undefined): Row => required(row, 'row where there is always one');

export type Raw<Row, Json extends keyof Row> = Omit<Row, Json> & Readonly<Record<Json, string>>;

/** @throws if the JSON is invalid */
export const parseJson = <Value>(schema: z.ZodType<Value>, text: string): Value =>
  schema.parse(JSON.parse(text));
