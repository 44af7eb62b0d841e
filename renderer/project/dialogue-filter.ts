import { useMemo } from 'react';
import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { filterBy, useView } from './view.ts';

/** Which dialogues are meant, in all views of the project. */
interface SharedFilter {
  /** As text, for queries; empty for all. */
  readonly where: string;
  /** Null for all dialogues, and where the text cannot be read. */
  readonly filter: DialogueFilter | null;
}

/** The filter that all views share: whoever asks about dialogues passes `where` on. */
export function useDialogueFilter(): SharedFilter {
  const where = useView((view) => view.where);
  return useMemo(() => ({ where, filter: readFilter(where) }), [where]);
}

/** Only those dialogues that pass this as well. */
export function narrowFilterBy(where: string): void {
  filterBy(bothWheres(useView.getState().where, where));
}

/** Dialogues that pass both; what cannot be read stays as it is, for the backend to say what is wrong. */
export function bothWheres(first: string, second: string): string {
  if (first.trim() === '' || second.trim() === '') return first.trim() || second.trim();
  const [one, other] = [readFilter(first), readFilter(second)];
  if (!one || !other) return `(${first}) and (${second})`;
  return writeWhere({ kind: 'all', of: [...partsAtTop(one), ...partsAtTop(other)] });
}

/** What a filter joins by "and"; itself, where it does not. */
const partsAtTop = (filter: DialogueFilter): readonly DialogueFilter[] =>
  filter.kind === 'all' ? filter.of : [filter];

/** @returns null where nothing is asked, or where it cannot be read */
export function readFilter(where: string): DialogueFilter | null {
  if (where.trim() === '') return null;
  try {
    return readWhere(where);
  } catch {
    return null;
  }
}
