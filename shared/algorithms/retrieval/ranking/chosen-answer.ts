import type { Candidate } from '../query.ts';

/** The most retrieved next turns to choose the answer from; request as many from a retriever. */
export const ANSWER_POOL = 60;

/** A candidate votes if its agreement is at least this share of the best one's. */
const LEAST_AGREEMENT = 0.5;

/**
 * The candidates whose answers vote on the answer without a model: the examples, and the others that make much the
 * same move, where the method tells how far they do. In a small corpus the rest of a long list makes other moves
 * and would outvote them.
 *
 * @param candidates best first
 * @param examples how many of them are shown as examples
 */
export function votingCandidates(candidates: readonly Candidate[], examples: number): Candidate[] {
  const least = LEAST_AGREEMENT * (candidates[0]?.why.agreement ?? 0);
  return candidates.filter(({ why }, at) => at < examples || (why.agreement ?? least) >= least);
}
