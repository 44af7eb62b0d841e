import { rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';

export interface ProjectLock {
  release(): void;
}

/** Keeps the connections that hold a lock reachable: one that is collected as garbage is closed, and its lock with it. */
const holding = new Set<Database.Database>();

const inodeOf = (path: string): number | null => {
  try {
    return statSync(path).ino;
  } catch {
    return null;
  }
};

/**
 * Holds a project for one process.
 *
 * An exclusive transaction on an empty SQLite file beside the project: the operating system drops it when the
 * process dies, however it dies, so that no stale lock is left to be guessed about. The project's own file
 * cannot serve, since workers read it while the backend writes.
 */
export function lockProject(path: string): ProjectLock {
  const lockPath = `${path}-lock`;
  for (let attempt = 0; attempt < 3; attempt++) {
    let database: Database.Database | null = null;
    try {
      database = new Database(lockPath, { timeout: 0 });
      database.pragma('journal_mode = MEMORY');
      const before = inodeOf(lockPath);
      database.exec('BEGIN EXCLUSIVE');
      // Another process may have removed the file between our opening and our lock; then the lock is on a
      // file that nobody else will see.
      if (before === null || inodeOf(lockPath) !== before) {
        database.close();
        continue;
      }
      const held = database;
      holding.add(held);
      return {
        release() {
          // On Windows an open file cannot be removed; there the empty file stays.
          if (process.platform !== 'win32') rmSync(lockPath, { force: true });
          held.close();
          holding.delete(held);
          if (process.platform === 'win32') rmSync(lockPath, { force: true });
        },
      };
    } catch (error) {
      database?.close();
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
        throw new DialogramError(
          'PROJECT_IN_USE',
          `${basename(path)} is open in another Dialogram window or process.`,
          { place: path, nextStep: 'Close it there first, or go on working in that window.' },
        );
      }
      throw translateError(error, path);
    }
  }
  throw new DialogramError(
    'PROJECT_IN_USE',
    `${basename(path)} is being opened or closed by another process.`,
    {
      place: path,
      nextStep: 'Try again.',
    },
  );
}
