/** The rule that decides how a dialogue ended; chosen by a person for each project. */
export type OutcomeChoice =
  /** The first tag of the last tagged turn, or the state where its path through the latest automaton ends. */
  | { readonly kind: 'last-tag' | 'last-state' }
  /** The first of these tags that the dialogue has. */
  | { readonly kind: 'tags'; readonly tags: readonly string[] }
  /** The values of a field of the file. */
  | { readonly kind: 'field'; readonly field: string };
