import type { Role } from './dialogue.ts';

export type FieldKind = 'number' | 'date' | 'words';

/** A column of facts about dialogues, from the file or counted. A dialogue may have no value, or several. */
export interface DialogueField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Different values as text, in the order in which they first occur. */
  readonly values: readonly string[];
  readonly offsets: Int32Array;
  /** indexes into `values`; those of dialogue d are at `offsets[d] … offsets[d+1]-1`, each once */
  readonly valueIds: Int32Array;
}

export const COMPARISONS = ['=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface NamedMove {
  readonly role: Role | null;
  readonly tag: string;
}

/** The second move comes in any later turn, in the next tagged turn, or never after the first. */
export const MOVE_ORDERS = ['later', 'directly', 'never'] as const;
type MoveOrder = (typeof MOVE_ORDERS)[number];

export type SequenceTest =
  | { readonly kind: 'starts' | 'ends'; readonly move: NamedMove }
  /** The move, then others, then the move again. */
  | { readonly kind: 'returns'; readonly move: NamedMove }
  /** At least this many turns have the move. */
  | { readonly kind: 'repeats'; readonly move: NamedMove; readonly least: number }
  | {
      readonly kind: 'order';
      readonly order: MoveOrder;
      readonly move: NamedMove;
      readonly next: NamedMove;
      /** The condition on the time between the two moves; null for none. Always null for `never`. */
      readonly time: { readonly kind: 'within' | 'over'; readonly seconds: number } | null;
    };

export type PathTest =
  | { readonly kind: 'state'; readonly state: number; readonly automaton: number | null }
  | { readonly kind: 'edge'; readonly from: number; readonly to: number; readonly automaton: number | null }
  /** The dialogue stops following the automaton at this state, although it has further turns. */
  | { readonly kind: 'leaves'; readonly state: number; readonly automaton: number | null };

export type DialogueFilter =
  | { readonly kind: 'all' | 'any'; readonly of: readonly DialogueFilter[] }
  | { readonly kind: 'not'; readonly of: DialogueFilter }
  /** The field has one of the values, or the comparison with a single value is true. Case is ignored. */
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly comparison: Comparison;
      readonly values: readonly string[];
    }
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'text'; readonly query: string }
  | SequenceTest
  | PathTest;

export function partsOf(filter: DialogueFilter): Exclude<DialogueFilter, { kind: 'all' | 'any' | 'not' }>[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.flatMap(partsOf);
    case 'not':
      return partsOf(filter.of);
    default:
      return [filter];
  }
}
