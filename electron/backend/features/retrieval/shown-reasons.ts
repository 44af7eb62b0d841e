import type { Candidate } from '#shared/algorithms/retrieval/query.ts';
import type { ComparedCandidate } from '#shared/contract/comparison.ts';

/** Why a candidate was chosen, as pages are told it; what does not apply to its method is null. */
export function shownReasons(why: Candidate['why']): ComparedCandidate['why'] {
  const { ranks, state, sharedDepth, weight, agreement, strangeness } = why;
  return {
    ranks: Object.entries(ranks ?? {}).map(([list, rank]) => ({ list, rank })),
    state: state ?? null,
    sharedDepth: sharedDepth ?? null,
    weight: weight ?? null,
    agreement: agreement ?? null,
    strangeness: strangeness ?? null,
  };
}
