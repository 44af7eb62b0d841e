/** F1 of two sets of dialogue acts, 2·|A ∩ B| / (|A| + |B|), 0 … 1. Two empty sets score 0, because they say nothing. */
export function actF1(candidate: readonly string[], truth: readonly string[]): number {
  const candidateActs = new Set(candidate);
  const truthActs = new Set(truth);
  let shared = 0;
  for (const act of candidateActs) if (truthActs.has(act)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (candidateActs.size + truthActs.size);
}

interface ActAgreement {
  /** Sum of F1 over the candidates / `wanted`, 0 … 1; a missing candidate counts 0. */
  readonly overWanted: number;
  /** Mean F1 of the returned candidates, 0 … 1; null without any. */
  readonly overReturned: number | null;
}

/**
 * Scores candidates by their acts. A candidate without acts counts 0. `truth` is null if the true turn has no acts.
 * Throws a RangeError for more candidates than `wanted`.
 */
export function scoreActs(
  candidates: readonly (readonly string[] | null)[],
  truth: readonly string[] | null,
  wanted: number,
): ActAgreement | null {
  if (candidates.length > wanted) {
    throw new RangeError(
      `${candidates.length} candidates, but at most ${wanted} can be scored. Shorten the list first.`,
    );
  }
  if (!truth || truth.length === 0) return null;
  let sum = 0;
  for (const acts of candidates) if (acts) sum += actF1(acts, truth);
  return { overWanted: sum / wanted, overReturned: candidates.length === 0 ? null : sum / candidates.length };
}
