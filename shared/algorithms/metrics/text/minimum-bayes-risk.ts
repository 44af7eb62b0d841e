import { createSubsequenceMatcher } from './longest-common-subsequence.ts';
import { f1OfLengths } from './rouge.ts';

/** The answer that agrees best with all others. */
export interface MinimumBayesRiskChoice {
  /** Index of the chosen candidate. */
  readonly index: number;
  /** Per candidate its weighted mean ROUGE-L F1 against the others, 0 … 1; 0 if the others weigh nothing. */
  readonly scores: Float64Array;
}

const matcher = createSubsequenceMatcher();

/**
 * The minimum-Bayes-risk choice (Kumar and Byrne 2004) with ROUGE-L as the gain: of the candidates the one with the
 * highest mean ROUGE-L F1 against the others; of equally high ones the first.
 *
 * Equal candidates are compared once and counted as often as they occur, so O(d²·⌈m/32⌉·m) for d distinct
 * candidates of m tokens.
 *
 * @param candidates ROUGE token ids of each candidate; none gives null
 * @param weights how much each candidate counts as evidence about the others, at least 0 (default 1 each); throws a
 *   RangeError when a weight is negative, not finite or missing
 */
export function chooseByMinimumBayesRisk(
  candidates: readonly Int32Array[],
  weights?: readonly number[],
): MinimumBayesRiskChoice | null {
  if (weights) checkWeights(candidates.length, weights);
  if (candidates.length === 0) return null;
  const { groupOf, texts, groupWeights } = collapse(candidates, weights);
  const gains = gainsOfGroups(texts, groupWeights);
  const total = groupWeights.reduce((sum, weight) => sum + weight, 0);

  const scores = new Float64Array(candidates.length);
  let index = 0;
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const group = groupOf[candidate];
    const weight = weights ? weights[candidate] : 1;
    // Equal answers agree fully, unless there is nothing to agree on.
    const equals = texts[group].length > 0 ? groupWeights[group] - weight : 0;
    const others = total - weight;
    scores[candidate] = others > 0 ? (gains[group] + equals) / others : 0;
    if (scores[candidate] > scores[index]) index = candidate;
  }
  return { index, scores };
}

/** Per distinct text the weighted sum of its ROUGE-L with the texts that differ from it. */
function gainsOfGroups(texts: readonly Int32Array[], groupWeights: readonly number[]): Float64Array {
  const gains = new Float64Array(texts.length);
  for (let left = 0; left < texts.length; left++) {
    matcher.setPattern(texts[left]);
    for (let right = left + 1; right < texts.length; right++) {
      const length = matcher.lengthWith(texts[right]);
      const score = f1OfLengths(length, texts[left].length, texts[right].length);
      gains[left] += score * groupWeights[right];
      gains[right] += score * groupWeights[left];
    }
  }
  return gains;
}

function collapse(candidates: readonly Int32Array[], weights: readonly number[] | undefined) {
  const groupByKey = new Map<string, number>();
  const groupOf = new Int32Array(candidates.length);
  const texts: Int32Array[] = [];
  const groupWeights: number[] = [];
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const key = candidates[candidate].join();
    let group = groupByKey.get(key);
    if (group === undefined) {
      group = texts.length;
      groupByKey.set(key, group);
      texts.push(candidates[candidate]);
      groupWeights.push(0);
    }
    groupOf[candidate] = group;
    groupWeights[group] += weights ? weights[candidate] : 1;
  }
  return { groupOf, texts, groupWeights };
}

function checkWeights(count: number, weights: readonly number[]): void {
  if (weights.length !== count) {
    throw new RangeError(`${weights.length} weights for ${count} candidates: give one each.`);
  }
  const wrong = weights.find((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (wrong !== undefined)
    throw new RangeError(`A weight must be a finite number of at least 0, got ${wrong}.`);
}
