import type { EditId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../database.ts';

export type Direction = 'forward' | 'backward';

/** How edits change a table beside their decisions. The log and taking back treat all such tables alike by it. */
export interface ChangedTable<Change> {
  /** Makes the change, or takes it back. */
  apply(database: WriteDatabase, change: Change, edit: EditId, direction: Direction): void;
  /** What of the project a change is about: where newer edits changed the same, it is not free to be taken back. */
  keysOf(change: Change): readonly string[];
  /** The change of `edit` turned round, for what of it is free; null where nothing is. */
  turnRound(change: Change, edit: EditId, isFree: (key: string) => boolean): Change | null;
}
