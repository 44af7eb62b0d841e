import { type Stats, statSync } from 'node:fs';
import { inThread } from '../../workers/in-thread.ts';
import { isOnlyReading, type WriteDatabase } from '../database.ts';

const LOOK_EVERY_MS = 1000;
/** From this size on, the log is moved into the file: SQLite's default of 1,000 pages. */
const LOG_BYTES = 4 * 2 ** 20;
/** If commits come faster than the thread can move them, a commit of more pages than this empties the log. */
const MOST_PAGES = 16_000;

/** Returns the state of a file; null if the file is missing or its disk does not respond. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Moves the write-ahead log in a thread, because syncing could block the backend for a tenth of a second. */
export function keepLogShort(database: WriteDatabase, path: string) {
  database.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  let movedMs = 0;
  let moving: Promise<unknown> | null = null;
  const look = (): void => {
    if (isOnlyReading(database) || !database.place.isKept()) return;
    const log = statOf(`${path}-wal`);
    // The log keeps its size when it restarts, so only its time shows changes.
    if (moving || !log || log.size < LOG_BYTES || log.mtimeMs <= movedMs) return;
    movedMs = log.mtimeMs;
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
