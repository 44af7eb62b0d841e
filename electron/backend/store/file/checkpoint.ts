import Database from 'better-sqlite3';

/** Moves recent writes from the write-ahead log into the project's file, without blocking anyone. */
export function moveLog(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
}
