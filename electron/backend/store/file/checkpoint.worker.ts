import Database from 'better-sqlite3';
import { serve } from '../../workers/serve.ts';

export interface CheckpointWork {
  readonly input: { readonly path: string };
  readonly progress: never;
  readonly result: true;
}

/** Moves recent writes from the write-ahead log into the project's file, without blocking anyone. */
serve<CheckpointWork>(async ({ path }) => {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
  return { result: true };
});
