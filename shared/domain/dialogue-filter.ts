/** How a field's value is held against a filter's. */
export const COMPARISONS = ['=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Which dialogues are meant: by fields, by a tag that one of their rounds carries, by words that were said, and by
 * these joined.
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
  | { readonly kind: 'text'; readonly query: string };

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
