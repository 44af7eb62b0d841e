import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { openForWriting } from '../../store/database.ts';
import { finishPurge, previewPurge } from './plan-purge.ts';
import { type PurgeParams, type ReadPurge, type RemovingRows, readPurge, removeRows } from './remove-rows.ts';

/**
 * Call `read`, `remove` and `finish` in this order, and `read` again if the project changed. The backend must not write
 * between `remove` and the end of `finish`. After a crash, call only `finish`.
 */
export function openPurge(path: string, report: (progress: WorkerProgress) => void) {
  const database = openForWriting(path);
  const step = (phase: string): void => report({ phase, done: 0, total: null });
  let words: (ReadPurge & { readonly params: PurgeParams }) | null = null;

  return {
    preview(selection: PurgeSelection, workspace: string): PurgePreview {
      const preview = previewPurge(database, { project: path, workspace }, selection);
      database.close();
      return preview;
    },
    read(params: PurgeParams): void {
      const reading = (done: number, total: number): void =>
        report({ phase: 'reading the words', done, total });
      words = { ...readPurge(database, params, reading), params };
    },
    /** Returns false if tags or dialogues changed since the words were read. */
    remove(removing: RemovingRows): boolean {
      if (words === null) throw new Error('The purge must read the project before it deletes anything.');
      step('removing');
      const isRemoved = removeRows(database, words, words.params, removing);
      words = null;
      return isRemoved;
    },
    finish(): PurgeResult {
      const result = finishPurge(database, path, step);
      database.close();
      if (result === null) throw new Error('There is no unfinished purge.');
      return result;
    },
    close: () => void database.close(),
  };
}
