import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { MovePattern } from '#shared/contract/analysis.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { bothWheres } from './dialogue-filter.ts';
import type { Place } from './place.ts';

/** Returns a place as a filter; null for everywhere, and for a whole path, which no filter can describe. */
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
