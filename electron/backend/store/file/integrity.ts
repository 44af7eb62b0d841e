import type { ReadDatabase } from '../database.ts';

const MOST_FAULTS = 20;

/** Has SQLite look at every page, row and index entry. Returns the faults in its words; empty if there are none. */
export function faultsIn(database: ReadDatabase): string[] {
  const faults = database.pragma(`integrity_check(${MOST_FAULTS})`) as { integrity_check: string }[];
  const dangling = database.pragma('foreign_key_check') as { table: string }[];
  return [
    ...faults.map((fault) => fault.integrity_check).filter((fault) => fault !== 'ok'),
    ...[...new Set(dangling.map(({ table }) => table))].map(
      (table) => `rows of ${table} refer to missing rows`,
    ),
  ];
}
