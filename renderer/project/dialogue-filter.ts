import { useMemo } from 'react';
import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { filterBy, useView } from './view.ts';

/** The filter of dialogues that all views share. */
interface SharedFilter {
  /** As text, for queries; empty for all. */
  readonly where: string;
  /** Null for all dialogues, and if the text cannot be parsed. */
  readonly filter: DialogueFilter | null;
}

/** Returns the filter that all views share. Pass `where` to every query about dialogues. */
export function useDialogueFilter(): SharedFilter {
  const where = useView((view) => view.where);
  return useMemo(() => ({ where, filter: readFilter(where) }), [where]);
}

/** Restricts the filter further. */
export function narrowFilterBy(where: string): void {
  filterBy(bothWheres(useView.getState().where, where));
}

/** Joins two filters by "and". Text that cannot be parsed is kept, and the backend reports the error. */
export function bothWheres(first: string, second: string): string {
  if (first.trim() === '' || second.trim() === '') return first.trim() || second.trim();
  const [one, other] = [readFilter(first), readFilter(second)];
  if (!one || !other) return `(${first}) and (${second})`;
  return writeWhere({ kind: 'all', of: [...partsAtTop(one), ...partsAtTop(other)] });
}

/** Returns the parts of an "and" filter; else the filter itself. */
const partsAtTop = (filter: DialogueFilter): readonly DialogueFilter[] =>
  filter.kind === 'all' ? filter.of : [filter];

/** Returns null if the text is empty or cannot be parsed. */
export function readFilter(where: string): DialogueFilter | null {
  if (where.trim() === '') return null;
  try {
    return readWhere(where);
  } catch {
    return null;
  }
}
