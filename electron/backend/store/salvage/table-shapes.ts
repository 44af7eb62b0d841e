import type { ReadDatabase } from '../database.ts';
import { allRows, allValues } from '../statements.ts';
import type { Cell, StoredRow } from './read-page.ts';
import type { TableShape } from './stored-rows.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** A table of a project with what takes its stored rows in. */
export interface SalvagedTable extends TableShape {
  /** Puts a stored row into the table; false if a rule of the table refuses it, or the row is there already. */
  insert(row: StoredRow): boolean;
}

/** The tables of an empty project of some version, apart from what its search index keeps. */
export function tablesOf(database: ReadDatabase): SalvagedTable[] {
  const names = allValues<string>(database)`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`;
  const whole = allValues<string>(database)`SELECT name FROM pragma_table_list WHERE wr = 0`;
  return names.map((name) => {
    const columns = allRows<Column>(
      database,
    )`SELECT name, type, "notnull", pk FROM pragma_table_info(${name})`;
    const hasRowNumbers = whole.includes(name);
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    // A table without row numbers stores its key columns first.
    const stored = hasRowNumbers ? columns : [...keys, ...columns.filter(({ pk }) => pk === 0)];
    const [key] = keys;
    const numbered =
      hasRowNumbers && keys.length === 1 && key?.type === 'INTEGER' ? columns.indexOf(key) : null;
    const valuesOf = ({ rowid, values }: StoredRow): readonly Cell[] =>
      numbered === null ? values : values.with(numbered, rowid);
    const statements = new Map<number, (values: readonly Cell[]) => boolean>();
    const inserting = (width: number): ((values: readonly Cell[]) => boolean) => {
      const named = stored.slice(0, width).map((column) => `"${column.name}"`);
      const statement = database.prepare(
        `INSERT OR IGNORE INTO "${name}" (${named.join(', ')}) VALUES (${named.map(() => '?').join(', ')})`,
      );
      return (values) => statement.run(...values).changes === 1;
    };
    return {
      name,
      hasRowNumbers,
      fits(row) {
        const { length } = row.values;
        // Columns of later versions come last, and older rows lack them.
        if (length === 0 || length > stored.length) return false;
        if (numbered !== null && (length <= numbered || row.values[numbered] !== null)) return false;
        const values = valuesOf(row);
        return values.every((value, at) => isOf(stored[at] as Column, value));
      },
      insert(row) {
        const values = valuesOf(row);
        let statement = statements.get(values.length);
        if (!statement) {
          statement = inserting(values.length);
          statements.set(values.length, statement);
        }
        return statement(values);
      },
    };
  });
}

/** The columns of a table in stored order, including row numbers if it has them. */
export const columnsOf = (database: ReadDatabase, table: string): string[] =>
  allValues<string>(database)`SELECT name FROM pragma_table_info(${table})`;

function isOf({ type, notnull }: Column, value: Cell): boolean {
  if (value === null) return notnull === 0;
  if (type === 'TEXT') return typeof value === 'string';
  if (type === 'INTEGER') return typeof value === 'bigint' || Number.isInteger(value);
  if (type === 'REAL') return typeof value === 'bigint' || typeof value === 'number';
  if (type === 'BLOB') return Buffer.isBuffer(value);
  return true;
}
