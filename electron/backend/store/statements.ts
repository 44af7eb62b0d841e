import type { z } from 'zod';
import { known } from '#shared/domain/known.ts';
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
export const theRow = <Row>(row: Row | undefined): Row => known(row, 'row where there is always one');

/**
 * A value of a column that holds JSON.
 * @throws where the file holds something else, so that it is found where it is read
 */
export const parseJson = <Value>(schema: z.ZodType<Value>, text: string): Value =>
  schema.parse(JSON.parse(text));
