import type { Candidate } from '#shared/algorithms/retrieval/query.ts';
import type { ComparedCandidate } from '#shared/contract/comparison.ts';

/** Returns the reasons for a candidate as pages get them; those that do not apply to its method are null. */
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
