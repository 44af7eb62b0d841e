import type { Edit } from '#shared/contract/tagging.ts';
import { openForWriting } from '../store/database.ts';
import { appendEdit, type NewEdit, stepInLog } from '../store/edits/log/edit-log.ts';
import type { Direction, EditKinds } from '../store/edits/log/placed-changes.ts';
import { uninterrupted } from '../workers/uninterrupted.ts';

export type EditWork = { readonly edit: NewEdit } | { readonly direction: Direction };

/** Makes an edit of whole tables, or a step over one; null if there is nothing to undo or redo. */
export const makeEdit = (path: string, kinds: EditKinds, work: EditWork): Promise<Edit | null> =>
  uninterrupted(async () => {
    const database = openForWriting(path);
    // Rows are moved table by table. Checking every reference of every row would read whole tables.
    database.pragma('foreign_keys = OFF');
    try {
      if ('edit' in work) return appendEdit(database, work.edit);
      return await stepInLog(database, kinds, new AbortController().signal, work.direction);
    } finally {
      database.close();
    }
  });
