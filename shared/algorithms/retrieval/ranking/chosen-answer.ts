import type { Candidate } from '../query.ts';

/** The maximum number of retrieved next turns to choose the answer from. Request as many from a retriever. */
export const ANSWER_POOL = 60;

/** A candidate votes if its agreement is at least this share of the best one's. */
const LEAST_AGREEMENT = 0.5;

/**
 * The candidates whose answers vote on the answer without a model: the examples, and other candidates with a
 * similar move, if the method says how similar. In a small corpus the rest of a long list has other moves and
 * would outvote them.
 * @param candidates best first
 * @param examples how many of them are shown as examples
 */
export function votingCandidates(candidates: readonly Candidate[], examples: number): Candidate[] {
  const least = LEAST_AGREEMENT * (candidates[0]?.why.agreement ?? 0);
  return candidates.filter(({ why }, at) => at < examples || (why.agreement ?? least) >= least);
}
