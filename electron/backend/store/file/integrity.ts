import Database from 'better-sqlite3';
import type { ReadDatabase } from '../database.ts';

/** Moves recent writes from the write-ahead log into the project's file, without blocking anyone. */
export function moveLog(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
}

const MOST_FAULTS = 20;

/** Lets SQLite check every page, row and index entry. Returns the faults as SQLite describes them. */
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
