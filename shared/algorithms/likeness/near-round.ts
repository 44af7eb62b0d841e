/** A turn and its similarity to the query turn. */
export interface NearRound {
  /** Index among the turns to choose from. */
  readonly at: number;
  /** Similarity by the measure used; about 1 for the same words. */
  readonly share: number;
}
