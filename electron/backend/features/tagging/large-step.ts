import type { Edit } from '#shared/contract/tagging.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { decisionCount } from '../../store/edit-changes.ts';
import { DECISIONS_AT_ONCE } from '../../store/edit-table.ts';
import { runWorker } from '../../workers/run-worker.ts';

/** Pages of the write-ahead log after which SQLite moves them into the file by itself; its own default. */
const CHECKPOINT_PAGES = 1000;

/**
 * Makes, undoes or redoes an edit that may be large. SQLite moves the write-ahead log into the file within some
 * commit or other, and syncing a disk can hold the thread for a tenth of a second: meanwhile that is put off, and
 * done at the end by another thread.
 */
export async function largeStep<Outcome extends Edit | null>(
  database: WriteDatabase,
  step: () => Promise<Outcome>,
): Promise<Outcome> {
  database.pragma('wal_autocheckpoint = 0');
  try {
    const edit = await step();
    if (edit !== null && decisionCount(database, edit.id) > DECISIONS_AT_ONCE) {
      // Where it fails, the next commit does it after all.
      await runWorker('checkpoint', { path: database.name }, { signal: new AbortController().signal }).catch(
        () => {},
      );
    }
    return edit;
  } finally {
    if (database.open) database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  }
}
