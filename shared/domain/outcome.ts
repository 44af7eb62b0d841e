/** What says how a dialogue ended; a person chooses it for a project. */
export type OutcomeChoice =
  /** The first tag of the last tagged round, or the state of the latest automaton that its way ends at. */
  | { readonly kind: 'last-tag' | 'last-state' }
  /** Which of these tags it has, the first of the list that it has. */
  | { readonly kind: 'tags'; readonly tags: readonly string[] }
  /** The values of a field of the file. */
  | { readonly kind: 'field'; readonly field: string };
