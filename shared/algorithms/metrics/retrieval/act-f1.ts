/**
 * F1 of two sets of dialogue acts: 2·|A ∩ B| / (|A| + |B|), 0 … 1.
 *
 * Doubled labels count once. Two empty sets score 0: where nothing is labeled nothing was agreed upon.
 */
export function actF1(candidate: readonly string[], truth: readonly string[]): number {
  const candidateActs = new Set(candidate);
  const truthActs = new Set(truth);
  let shared = 0;
  for (const act of candidateActs) if (truthActs.has(act)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (candidateActs.size + truthActs.size);
}

/** Returns the F1 of two bags of dialogue acts, 0 … 1, ignoring order. Two empty bags score 0. */
export function actBagF1(candidate: readonly string[], truth: readonly string[]): number {
  const left = new Map<string, number>();
  for (const act of truth) left.set(act, (left.get(act) ?? 0) + 1);
  let shared = 0;
  for (const act of candidate) {
    const count = left.get(act) ?? 0;
    if (count === 0) continue;
    left.set(act, count - 1);
    shared++;
  }
  return shared === 0 ? 0 : (2 * shared) / (candidate.length + truth.length);
}

/** The agreement of a query's candidates with the human agent's next action. */
interface ActAgreement {
  /** Sum of F1 over the candidates divided by `wanted`; an absent candidate counts 0. In 0 … 1. */
  readonly overWanted: number;
  /** Mean F1 over the candidates returned; null when none was. In 0 … 1. */
  readonly overReturned: number | null;
}

/**
 * Scores up to `wanted` candidates of one query by their acts.
 *
 * A candidate without acts (null or empty) counts 0 in both means.
 *
 * @param candidates acts of each candidate returned; throws a RangeError when there are more than `wanted`
 * @param truth acts of the true next turn; without any the query says nothing about acts and the result is null
 * @param wanted how many candidates a method was asked for (five in our evaluation)
 */
export function scoreActs(
  candidates: readonly (readonly string[] | null)[],
  truth: readonly string[] | null,
  wanted: number,
): ActAgreement | null {
  if (candidates.length > wanted) {
    throw new RangeError(
      `${candidates.length} candidates where ${wanted} were wanted: cut the list before scoring it.`,
    );
  }
  if (!truth || truth.length === 0) return null;
  let sum = 0;
  for (const acts of candidates) if (acts) sum += actF1(acts, truth);
  return { overWanted: sum / wanted, overReturned: candidates.length === 0 ? null : sum / candidates.length };
}
