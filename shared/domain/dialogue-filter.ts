import type { Role } from './dialogue.ts';

/** How a field's value is held against a filter's. */
export const COMPARISONS = ['=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A move as a filter names it: a tag, whoever's round carries it where no role is said. */
export interface MoveMeant {
  readonly role: Role | null;
  readonly tag: string;
}

/** How two moves follow each other: any rounds later, in the next tagged round, or not at all after the first. */
export const MOVE_ORDERS = ['later', 'directly', 'never'] as const;
type MoveOrder = (typeof MOVE_ORDERS)[number];

/** A test of what is done in a dialogue, one round after the other. Rounds without a tag are none. */
export type SequenceTest =
  | { readonly kind: 'starts' | 'ends'; readonly move: MoveMeant }
  /** The move is made, then others, then it again. */
  | { readonly kind: 'returns'; readonly move: MoveMeant }
  /** So many rounds at least carry it. */
  | { readonly kind: 'repeats'; readonly move: MoveMeant; readonly least: number }
  | {
      readonly kind: 'order';
      readonly order: MoveOrder;
      readonly move: MoveMeant;
      readonly next: MoveMeant;
      /** From the first move to the next such one after it; null asks for no time. `never` has none. */
      readonly time: { readonly kind: 'within' | 'over'; readonly seconds: number } | null;
    };

/** A test of the way through an automaton; null is the latest. */
export type WayTest =
  | { readonly kind: 'state'; readonly state: number; readonly automaton: number | null }
  | { readonly kind: 'edge'; readonly from: number; readonly to: number; readonly automaton: number | null }
  /** It goes no further than this state, though rounds follow. */
  | { readonly kind: 'leaves'; readonly state: number; readonly automaton: number | null };

/**
 * Which dialogues are meant: by fields, by a tag that one of their rounds carries, by words that were said, by what
 * follows what, by the way through an automaton, and by these joined.
 */
export type DialogueFilter =
  | { readonly kind: 'all' | 'any'; readonly of: readonly DialogueFilter[] }
  | { readonly kind: 'not'; readonly of: DialogueFilter }
  /** A field has one of the values, or one that compares so with the only value. Case does not count. */
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly comparison: Comparison;
      readonly values: readonly string[];
    }
  /** A field has no value. */
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'tag'; readonly tag: string }
  /** All words occur in one utterance, the last one as a beginning. */
  | { readonly kind: 'text'; readonly query: string }
  | SequenceTest
  | WayTest;

/** What the parts of a filter speak of. */
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
