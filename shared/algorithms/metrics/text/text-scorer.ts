import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics, bleuTokens } from './bleu.ts';
import { createSubsequenceMatcher, f1OfLengths, rougeLF1, rougeTokens } from './rouge.ts';

interface MinimumBayesRiskChoice {
  readonly index: number;
  /** By candidate, its weighted mean ROUGE-L F1 against the others, 0 … 1; 0 if the others weigh nothing. */
  readonly scores: Float64Array;
}

const matcher = createSubsequenceMatcher();

/**
 * Makes the minimum-Bayes-risk choice (Kumar and Byrne 2004) by mean ROUGE-L F1; ties go to the first.
 * No candidate gives null. Equal candidates are compared once: O(d²·⌈m/32⌉·m) for d distinct ones of m tokens.
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
    // Two equal answers have agreement 1 unless they are empty.
    const equals = texts[group].length > 0 ? groupWeights[group] - weight : 0;
    const others = total - weight;
    scores[candidate] = others > 0 ? (gains[group] + equals) / others : 0;
    if (scores[candidate] > scores[index]) index = candidate;
  }
  return { index, scores };
}

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
    throw new RangeError(
      `There are ${weights.length} weights for ${count} candidates. Give each candidate one weight.`,
    );
  }
  const wrong = weights.find((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (wrong !== undefined)
    throw new RangeError(`A weight must be a finite number of at least 0, not ${wrong}.`);
}

/**
 * Returns the cosine of an encoder's vectors, −1 … 1; null if a vector is zero. It is neither BERTScore nor BLEURT.
 * Throws a RangeError if the vectors differ in length.
 */
export function embeddingSimilarity(left: Float32Array, right: Float32Array): number | null {
  if (left.length !== right.length) {
    throw new RangeError(
      `Vectors of ${left.length} and ${right.length} numbers come from different encoders.`,
    );
  }
  let [product, leftSquare, rightSquare] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    product += left[at] * right[at];
    leftSquare += left[at] * left[at];
    rightSquare += right[at] * right[at];
  }
  const scale = Math.sqrt(leftSquare) * Math.sqrt(rightSquare);
  if (!(scale > 0)) return null;
  return Math.max(-1, Math.min(1, product / scale));
}

/**
 * Returns BERTScore's F1 (Zhang and others 2020) from a vector per token, without weights and baseline; null without
 * tokens. O(tokens · tokens)
 */
export function bertScore(own: readonly Float32Array[], truth: readonly Float32Array[]): number | null {
  if (own.length === 0 || truth.length === 0) return null;
  const best = (of: readonly Float32Array[], among: readonly Float32Array[]): number =>
    of.reduce(
      (sum, row) => sum + Math.max(...among.map((other) => embeddingSimilarity(row, other) ?? 0)),
      0,
    ) / of.length;
  const [precision, recall] = [best(own, truth), best(truth, own)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/**
 * Numbers tokens, so that texts are compared as integers instead of strings. Scores compare ids for equality only, so
 * the order in which tokens arrive does not matter.
 */
export function createTokenVocabulary() {
  const idByToken = new Map<string, number>();
  return {
    get size() {
      return idByToken.size;
    },
    idsOf(tokens: readonly string[]) {
      const ids = new Int32Array(tokens.length);
      for (let position = 0; position < tokens.length; position++) {
        const token = tokens[position];
        let id = idByToken.get(token);
        if (id === undefined) {
          id = idByToken.size;
          idByToken.set(token, id);
        }
        ids[position] = id;
      }
      return ids;
    },
  };
}

export type TextScorer = ReturnType<typeof createTextScorer>;

export function createTextScorer() {
  const rougeIds = createTokenCache(rougeTokens);
  const bleuIds = createTokenCache(bleuTokens);
  const sentence = new Float64Array(BLEU_STATISTICS);

  function addBleu(statistics: Float64Array, offset: number, candidate: string, reference: string): void {
    addBleuStatistics(statistics, offset, bleuIds(candidate), [bleuIds(reference)]);
  }
  return {
    rougeL: (candidate: string, reference: string) => rougeLF1(rougeIds(candidate), rougeIds(reference)),
    sentenceBleu: (candidate: string, reference: string) => {
      sentence.fill(0);
      addBleu(sentence, 0, candidate, reference);
      return bleuOfStatistics(sentence, 0, { effectiveOrder: true });
    },
    addBleu,
    choose: (candidates: readonly string[], weights?: readonly number[]) =>
      chooseByMinimumBayesRisk(candidates.map(rougeIds), weights),
  };
}

function createTokenCache(tokenize: (text: string) => string[]): (text: string) => Int32Array {
  const vocabulary = createTokenVocabulary();
  const idsByText = new Map<string, Int32Array>();
  return (text) => {
    let ids = idsByText.get(text);
    if (!ids) {
      ids = vocabulary.idsOf(tokenize(text));
      idsByText.set(text, ids);
    }
    return ids;
  };
}
