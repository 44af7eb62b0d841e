import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { personalFolder } from '../../files.ts';

/** Creates an empty file that only this person may read. SQLite gives companion files the same rights. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** Returns a file's identity, its device and inode; null without a file. */
export function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return null;
  }
}

export interface ProjectLock {
  /** Locks the file itself, too, if it did not exist yet when its path was locked. */
  holdFile(): void;
  release(): void;
}

/** The projects held by this process: paths by device and inode. */
const held = new Map<string, string>();

/** True for a project that is open in this process, under any name. */
export function isHeld(path: string): boolean {
  const identity = identityOf(path);
  return identity !== null && held.has(identity);
}

/**
 * Returns true for an open project's file and companions. Nothing else may open and close them here: on POSIX, closing
 * a file releases all locks of the process on it.
 */
export function isHeldFile(path: string): boolean {
  const identity = identityOf(path);
  if (identity === null) return false;
  const beside = [...held.values()].flatMap((project) =>
    ['-wal', '-shm', '-lock'].map((suffix) => project + suffix),
  );
  return held.has(identity) || beside.some((place) => identityOf(place) === identity);
}

export const inUse = (path: string): DialogramError =>
  new DialogramError('PROJECT_IN_USE', `${basename(path)} is open in another Dialogram window or process.`, {
    place: path,
    nextStep: 'Close the project there first, or continue in that window.',
  });

/** Keeps lock connections reachable. A garbage-collected connection would release its lock. */
const holding = new Set<Database.Database>();

/**
 * Locks a project for one process, by path and by file identity. The lock is an exclusive transaction on an empty
 * SQLite file, so the operating system drops it even after a crash. The project's own file is needed by workers.
 */
export function lockProject(path: string): ProjectLock {
  const locks = [lockAt(`${path}-lock`, path)];
  let identity: string | null = null;
  const lock: ProjectLock = {
    holdFile() {
      identity = identityOf(path);
      if (identity === null) return;
      try {
        locks.push(lockAt(join(lockFolder(), identity), path));
      } catch (error) {
        if (error instanceof DialogramError && error.code === 'PROJECT_IN_USE') throw error;
        // In a read-only place, the lock of the path must suffice.
      }
      held.set(identity, path);
    },
    release() {
      if (identity !== null && held.get(identity) === path) held.delete(identity);
      for (const release of locks.splice(0)) release();
    },
  };
  try {
    lock.holdFile();
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/**
 * Returns the folder of lock files, named by file identity. It is private, because in a shared folder others could
 * create it first.
 */
function lockFolder(): string {
  const folder = join(personalFolder(), 'locks');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Creates the lock file. If that fails, SQLite reports why. */
function makeLockFile(path: string): void {
  try {
    makePrivateFile(path);
  } catch {
    // Usually it exists already.
  }
}

/** @returns a function that releases it */
function lockAt(lockPath: string, path: string): () => void {
  for (let attempt = 0; attempt < 3; attempt++) {
    let database: Database.Database | null = null;
    try {
      makeLockFile(lockPath);
      database = new Database(lockPath, { timeout: 0 });
      database.pragma('journal_mode = MEMORY');
      const before = identityOf(lockPath);
      database.exec('BEGIN EXCLUSIVE');
      // Another process may have removed the file between opening and locking it, so that nobody else sees the lock.
      if (before === null || identityOf(lockPath) !== before) {
        database.close();
        continue;
      }
      const locking = database;
      holding.add(locking);
      // If the folder was moved and another project is here now, its lock stays.
      const remove = (): void => {
        if (identityOf(lockPath) === before) rmSync(lockPath, { force: true });
      };
      return () => {
        // On Windows an open file cannot be deleted, so the empty file stays.
        if (process.platform !== 'win32') remove();
        locking.close();
        holding.delete(locking);
        if (process.platform === 'win32') remove();
      };
    } catch (error) {
      database?.close();
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
        throw inUse(path);
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
