import type { EditId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../database.ts';
import type { ChangedTable } from './changed-table.ts';

/** What a place holds, a mark on a round for example, before a change and after; null holds nothing. */
interface PlacedChange<Value> {
  readonly before: (Value & { readonly edit: EditId }) | null;
  readonly after: Value | null;
}

/**
 * How edits change a table that holds at most one value a place, with the edit that put it there.
 * @param keyOf names the place of a change
 * @param put makes the place hold the value; null empties it
 */
export function placedChanges<Value, Change extends PlacedChange<Value>>(
  keyOf: (change: Change) => string,
  put: (database: WriteDatabase, place: Change, value: (Value & { readonly edit: EditId }) | null) => void,
): ChangedTable<Change> {
  return {
    apply(database, change, edit, direction) {
      const { before, after } = change;
      put(database, change, direction === 'backward' ? before : after && { ...after, edit });
    },
    keysOf: (change) => [keyOf(change)],
    turnRound(change, edit, isFree) {
      if (!isFree(keyOf(change))) return null;
      const { before, after } = change;
      return { ...change, before: after && { ...after, edit }, after: before };
    },
  };
}
