import { z } from 'zod';
import { sourceIdSchema } from '#shared/contract/base.ts';
import { bringSourceBack } from '../../removal/bring-back.ts';
import { setSourceAside } from '../../removal/set-aside.ts';
import type { ChangedTable } from '../log/changed-table.ts';

export const sourceChangeSchema = z.object({
  table: z.literal('sources'),
  source: sourceIdSchema,
  /** Removed by the change, or brought back. */
  removed: z.boolean(),
});
type SourceChange = z.infer<typeof sourceChangeSchema>;

export const sourceChanges: ChangedTable<SourceChange> = {
  apply(database, { source, removed }, _edit, direction) {
    if (removed === (direction === 'forward')) setSourceAside(database, source);
    else bringSourceBack(database, source);
  },
  keysOf: ({ source }) => [`source ${source}`],
  // A worker makes such changes (see `editing/apart.ts`); the list of sources restores one.
  turnRound: () => null,
};
