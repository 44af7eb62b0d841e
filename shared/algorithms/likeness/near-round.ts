/** A round as near as it is to the one that was asked about. */
export interface NearRound {
  /** Place among the rounds to choose from. */
  readonly at: number;
  /** How near, by the measure of who found it; about 1 for the same words. */
  readonly share: number;
}
