import { z } from 'zod';

/** A column of numbers as text, separated by commas, empty if missing. Checking each number would take seconds. */
export const columnSchema = z.string();

/** The same columns as numbers. */
export type Unpacked<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends string
    ? readonly number[]
    : readonly number[] | undefined;
};

const numbersOf = (column: string): number[] =>
  column === '' ? [] : column.split(',').map((text) => (text === '' ? Number.NaN : Number(text)));

/** Reads columns; NaN for a number that is not there. */
export function unpacked<Columns extends Readonly<Record<string, string | undefined>>>(
  columns: Columns,
): Unpacked<Columns> {
  const read = Object.entries(columns).flatMap(([name, column]) =>
    column === undefined ? [] : [[name, numbersOf(column)]],
  );
  return Object.fromEntries(read) as Unpacked<Columns>;
}
