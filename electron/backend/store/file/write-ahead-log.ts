import { type Stats, statSync } from 'node:fs';
import { inThread } from '../../workers/in-thread.ts';
import { isOnlyReading, type WriteDatabase } from '../database.ts';

const LOOK_EVERY_MS = 1000;
/** The size from which the log is moved into the file: SQLite's default of 1,000 pages. */
const LOG_BYTES = 4 * 2 ** 20;
/** The most pages in the log. If the thread cannot keep up, a commit empties the log itself. */
const MOST_PAGES = 16_000;

/** Keeps a project's write-ahead log short. */
interface LogKeeper {
  /** Stops the thread. Resolves once the thread has released the file. */
  close(): Promise<void>;
}

/** Null if the file is missing, or if its disk does not answer at the moment. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/**
 * Moves the write-ahead log into the project's file regularly, in a thread, because syncing could block the backend for
 * a tenth of a second.
 */
export function keepLogShort(database: WriteDatabase, path: string): LogKeeper {
  database.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  let movedMs = 0;
  let moving: Promise<unknown> | null = null;
  const look = (): void => {
    // While another connection writes, it empties the log itself, which would fail with a second mover. With another
    // file at this path, the log would be applied to that file.
    if (isOnlyReading(database) || !database.place.isKept()) return;
    const log = statOf(`${path}-wal`);
    // The log keeps its size on restart, so its time shows changes.
    if (moving || !log || log.size < LOG_BYTES || log.mtimeMs <= movedMs) return;
    movedMs = log.mtimeMs;
    // After a failure, the next commit tries again.
    moving = inThread('checkpoint', 'moveLog', [path])
      .catch(() => {})
      .finally(() => {
        moving = null;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await moving;
    },
  };
}
