import type { z } from 'zod';
import { type cleaningChangeSchema, putCleaning } from '../../corpus/original-table.ts';
import type { ChangedTable } from '../log/changed-table.ts';

export const cleaningChanges: ChangedTable<z.infer<typeof cleaningChangeSchema>> = {
  apply(database, { before, after }, _edit, direction) {
    putCleaning(database, direction === 'forward' ? after : before);
  },
  keysOf: () => ['cleaning'],
  // A worker rewrites all texts (see `editing/apart.ts`); rules are changed in the cleaning settings.
  turnRound: () => null,
};
