import type { Candidate } from '../query.ts';

/** The most retrieved turns to choose the answer from. Request this many. */
export const ANSWER_POOL = 60;

const LEAST_AGREEMENT = 0.5;

/**
 * Returns the candidates that vote on the answer: the `examples` first ones, and others with a similar move. In a small
 * corpus, the rest of a long list would outvote them.
 */
export function votingCandidates(candidates: readonly Candidate[], examples: number): Candidate[] {
  const least = LEAST_AGREEMENT * (candidates[0]?.why.agreement ?? 0);
  return candidates.filter(({ why }, at) => at < examples || (why.agreement ?? least) >= least);
}
