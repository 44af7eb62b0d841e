/** A vote on two answers to the same question. */
export type VoteOutcome = 'first' | 'second' | 'tie' | 'both-bad';

/** One comparison of two methods. Either may be `first`, as long as the outcome fits. */
export interface Vote {
  /** The dialogue or turn that was answered. Votes of one item resemble each other and are resampled together. */
  readonly item: string;
  readonly first: string;
  readonly second: string;
  readonly outcome: VoteOutcome;
}

/** Fewer votes than this say little, and are marked. */
export const FEW_VOTES = 30;

/** Points of the first method: 1, 0, or ½ for a tie; both bad is a tie, too: it prefers neither. */
export function pointsOfFirst(outcome: VoteOutcome): number {
  return outcome === 'first' ? 1 : outcome === 'second' ? 0 : 0.5;
}

/** @throws RangeError if a method is compared with itself */
export function checkVotes(votes: readonly Vote[]): void {
  for (const { item, first, second } of votes) {
    if (first === second) {
      throw new RangeError(`A vote on ${item} compares "${first}" with itself; leave it out.`);
    }
  }
}
