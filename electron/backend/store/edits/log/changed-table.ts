import type { EditId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../database.ts';

export type Direction = 'forward' | 'backward';

/** The way edits change a table besides their decisions. The log and out-of-order undo treat all such tables alike. */
export interface ChangedTable<Change> {
  /** Makes the change, or undoes it. */
  apply(database: WriteDatabase, change: Change, edit: EditId, direction: Direction): void;
  /** Returns keys of what a change affects. If newer edits changed the same key, the change cannot be undone. */
  keysOf(change: Change): readonly string[];
  /** Returns the inverse of the change of `edit`, restricted to its free keys; null if none is free. */
  turnRound(change: Change, edit: EditId, isFree: (key: string) => boolean): Change | null;
}
