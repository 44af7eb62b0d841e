import { addNgramMatches } from './ngram-matches.ts';

/** The longest n-grams counted: BLEU-4. */
const BLEU_ORDER = 4;

/**
 * The number of statistics that BLEU is computed from, for a sentence or, added up, for a corpus: candidate length,
 * reference length, matches of orders 1 … 4, n-grams of orders 1 … 4.
 */
export const BLEU_STATISTICS = 2 + 2 * BLEU_ORDER;

/**
 * Adds one candidate's statistics to `statistics[offset … offset + BLEU_STATISTICS − 1]`.
 *
 * An n-gram matches as often as it occurs in the candidate, at most as often as in the reference that has it most.
 * The reference length is the one closest to the candidate's, the shorter of two equally close (Papineni 2002, as in
 * sacreBLEU).
 *
 * @param candidate token ids; empty for a missing candidate, which still costs its reference's length
 * @param references token ids, at least one; throws a RangeError otherwise
 */
export function addBleuStatistics(
  statistics: Float64Array,
  offset: number,
  candidate: Int32Array,
  references: readonly Int32Array[],
): void {
  statistics[offset] += candidate.length;
  statistics[offset + 1] += closestLength(candidate.length, references);
  addNgramMatches(statistics, offset + 2, BLEU_ORDER, candidate, references);
  for (let order = 1; order <= BLEU_ORDER; order++) {
    statistics[offset + 1 + BLEU_ORDER + order] += Math.max(0, candidate.length - order + 1);
  }
}

/** The treatment of orders that the candidate is too short for. */
interface BleuOptions {
  /** Leave out orders without any n-gram; sacreBLEU's default for sentences, not for corpora. */
  readonly effectiveOrder: boolean;
}

/**
 * BLEU of added-up statistics, 0 … 100.
 *
 * The geometric mean of the precisions times the brevity penalty exp(1 − r/c) for c < r. Orders without a match are
 * smoothed as in mteval-v13a ("exp" in sacreBLEU): the k-th such order counts as 1/2^k matches. Nothing matched at
 * all is 0; so is, without `effectiveOrder`, an order without n-grams.
 */
export function bleuOfStatistics(statistics: Float64Array, offset: number, options: BleuOptions): number {
  let matched = false;
  let logSum = 0;
  let orders = BLEU_ORDER;
  let smoothing = 1;
  for (let order = 1; order <= BLEU_ORDER; order++) {
    const matches = statistics[offset + 1 + order];
    const total = statistics[offset + 1 + BLEU_ORDER + order];
    if (total === 0) {
      if (!options.effectiveOrder) return 0;
      orders = order - 1;
      break;
    }
    if (matches > 0) matched = true;
    else smoothing *= 2;
    logSum += Math.log(matches > 0 ? matches / total : 1 / (smoothing * total));
  }
  if (!matched) return 0;
  const candidateLength = statistics[offset];
  const referenceLength = statistics[offset + 1];
  const brevity = candidateLength < referenceLength ? 1 - referenceLength / candidateLength : 0;
  return 100 * Math.exp(brevity + logSum / orders);
}

function closestLength(length: number, references: readonly Int32Array[]): number {
  if (references.length === 0) throw new RangeError('BLEU needs at least one reference for every candidate.');
  let closest = references[0].length;
  for (const reference of references) {
    const gain = Math.abs(closest - length) - Math.abs(reference.length - length);
    if (gain > 0 || (gain === 0 && reference.length < closest)) closest = reference.length;
  }
  return closest;
}
