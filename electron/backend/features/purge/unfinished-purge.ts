import { dirname } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import type { PurgeResult } from '#shared/contract/purge.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { sweepTemporaryFolders } from '../../machine/temporary-folders.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { copiesOf } from '../../store/file/backup-list.ts';
import { readMeta, removeMeta, writeMeta } from '../../store/file/meta-table.ts';
import { compact, emptyLog } from '../../store/purge/purge-rows.ts';
import { endJob } from '../../store/runs/job-table.ts';
import { removeFiles } from './purge-files.ts';

const KEY = 'unfinished_purge';

/** The remaining work after the rows are deleted. Stored in the project until it is done. */
interface UnfinishedPurge {
  readonly job: JobId;
  readonly backups: boolean;
  /** Further files to delete, besides the backups. */
  readonly files: readonly string[];
  readonly result: PurgeResult;
}

export function noteUnfinished(database: WriteDatabase, unfinished: UnfinishedPurge): void {
  writeMeta(database, KEY, JSON.stringify(unfinished));
}

export function unfinishedPurge(database: ReadDatabase): UnfinishedPurge | null {
  const value = readMeta(database, KEY);
  return value === null ? null : (JSON.parse(value) as UnfinishedPurge);
}

/**
 * Clears removed data from the file, and deletes other files that still hold it. It can be repeated at any
 * point: after a crash it is completed when the project is opened.
 * @throws PROJECT_IN_USE if another program reads the project
 */
export function finishPurge(
  database: WriteDatabase,
  path: string,
  report: (phase: string) => void = () => {},
): PurgeResult | null {
  const unfinished = unfinishedPurge(database);
  if (unfinished === null) return null;
  database.pragma('secure_delete = ON');
  report('rewriting the file');
  if (!compact(database)) throw stillRead(path);
  report('removing files');
  const backups = copiesOf(path).map((file) => file.path);
  const doomed = [...(unfinished.backups ? backups : []), ...unfinished.files];
  const stuck = removeFiles(doomed);
  // A crash may have left a copy that was being read.
  sweepTemporaryFolders();
  const kept = unfinished.backups ? [] : backups;
  const ended: PurgeResult = {
    ...unfinished.result,
    filesRemoved: doomed.length - stuck.length,
    filesLeft: unfinished.result.filesLeft + kept.length + stuck.length,
    // The name of a backup is the project's; that of an upload may be purged data.
    warnings: stuck.map((file) =>
      backups.includes(file)
        ? `${file} could not be removed and still holds everything; remove it by hand.`
        : `An uploaded file in ${dirname(file)} could not be removed and still holds the words; remove it by hand.`,
    ),
  };
  database.transaction(() => {
    removeMeta(database, KEY);
    endJob(database, unfinished.job, ended);
  })();
  emptyLog(database);
  return ended;
}

function stillRead(path: string): DialogramError {
  return new DialogramError('PROJECT_IN_USE', `${path} is being read by another program.`, {
    place: path,
    nextStep: 'Close the other program. The purge is finished when you open the project again.',
  });
}
