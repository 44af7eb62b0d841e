import type { Edit } from '#shared/contract/tagging.ts';
import { openForWriting } from '../store/database.ts';
import type { Direction } from '../store/edits/log/changed-table.ts';
import type { EditKinds } from '../store/edits/log/edit-kinds.ts';
import { appendEdit, type NewEdit, stepInLog } from '../store/edits/log/edit-log.ts';
import { serve } from '../workers/serve.ts';
import { uninterrupted } from '../workers/start-worker.ts';

export interface EditingApart {
  readonly input: {
    readonly path: string;
    readonly kinds: EditKinds;
    readonly work: { readonly edit: NewEdit } | { readonly direction: Direction };
  };
  readonly progress: never;
  /** Null if there was nothing to undo or redo. */
  readonly result: { readonly edit: Edit | null };
}

serve<EditingApart>(({ path, kinds, work }) =>
  uninterrupted(async () => {
    const database = openForWriting(path);
    // Rows are moved table by table; checking every reference at every row would read whole tables.
    database.pragma('foreign_keys = OFF');
    try {
      if ('edit' in work) return { result: { edit: appendEdit(database, work.edit) } };
      const edit = await stepInLog(database, kinds, new AbortController().signal, work.direction);
      return { result: { edit } };
    } finally {
      database.close();
    }
  }),
);
