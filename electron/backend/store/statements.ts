import type { z } from 'zod';
import type { ReadDatabase } from './database.ts';

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
export function theRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
}

/**
 * A value of a column that holds JSON.
 * @throws where the file holds something else, so that it is found where it is read
 */
export const parseJson = <Value>(schema: z.ZodType<Value>, text: string): Value =>
  schema.parse(JSON.parse(text));
