import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { personalFolder } from '../../files.ts';

/** Creates an empty file that only this person may read. SQLite gives its companion files the same permissions. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

export function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return null;
  }
}

export interface ProjectLock {
  holdFile(): void;
  release(): void;
}

/** The projects that this process has locked: paths by device and inode. */
const held = new Map<string, string>();

export function isHeld(path: string): boolean {
  const identity = identityOf(path);
  return identity !== null && held.has(identity);
}

/**
 * True for the file of an open project and its companions. Nothing else may open and close them: on POSIX, closing a
 * file releases all locks that the process has on it.
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

/** References to lock connections. If a connection were garbage-collected, its lock would be released. */
const holding = new Set<Database.Database>();

/**
 * Locks a project for one process, by path and file identity. The lock is a transaction on a separate SQLite file,
 * which the operating system ends even after a crash.
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
        // In a read-only place, only the path can be locked.
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

/** The folder of lock files is private, because in a shared folder others could create the files first. */
function lockFolder(): string {
  const folder = join(personalFolder(), 'locks');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function makeLockFile(path: string): void {
  try {
    makePrivateFile(path);
  } catch {
    // In most cases, the file already exists.
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
      // Another process may have removed the file between opening and locking it. Then no other process would see
      // this lock.
      if (before === null || identityOf(lockPath) !== before) {
        database.close();
        continue;
      }
      const locking = database;
      holding.add(locking);
      // If the folder was moved and another project is here now, that project's lock stays.
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
  throw new DialogramError('PROJECT_IN_USE', `Another process is opening or closing ${basename(path)}.`, {
    place: path,
    nextStep: 'Try again.',
  });
}
