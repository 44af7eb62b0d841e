import { useMemo } from 'react';
import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { MovePattern } from '#shared/contract/analysis.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Place } from './place.ts';
import { filterBy, useView } from './view.ts';

interface SharedFilter {
  readonly where: string;
  /** Null for all dialogues, and if the text cannot be parsed. */
  readonly filter: DialogueFilter | null;
}

export function useDialogueFilter(): SharedFilter {
  const where = useView((view) => view.where);
  return useMemo(() => ({ where, filter: readFilter(where) }), [where]);
}

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

const partsAtTop = (filter: DialogueFilter): readonly DialogueFilter[] =>
  filter.kind === 'all' ? filter.of : [filter];

export function readFilter(where: string): DialogueFilter | null {
  if (where.trim() === '') return null;
  try {
    return readWhere(where);
  } catch {
    return null;
  }
}

/** Returns the filter of a place; null for all dialogues, and for a whole path, which no filter can describe. */
export function placeFilter(place: Place, automaton: RunId | null): string | null {
  switch (place.kind) {
    case 'state':
      return writeWhere({ kind: 'state', state: place.state, automaton });
    case 'box':
      return writeWhere({
        kind: 'any',
        of: place.states.map((state) => ({ kind: 'state', state, automaton })),
      });
    case 'transition':
      return writeWhere({ kind: 'edge', from: place.from, to: place.to, automaton });
    case 'pattern':
      return bothWheres(place.where, writeWhere(patternFilter(place.pattern)));
    default:
      return null;
  }
}

function patternFilter(pattern: MovePattern): DialogueFilter {
  const { move } = pattern;
  switch (pattern.kind) {
    case 'does':
      return { kind: 'repeats', move, least: 1 };
    case 'repeats':
      return { kind: 'repeats', move, least: 2 };
    case 'follows':
      return { kind: 'order', order: 'directly', move, next: pattern.next, time: null };
    default:
      return { kind: pattern.kind, move };
  }
}
