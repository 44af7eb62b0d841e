import { createSubsequenceMatcher } from './longest-common-subsequence.ts';

/** Precision, recall and their harmonic mean, each 0 … 1. */
interface RougeScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const matcher = createSubsequenceMatcher();

/**
 * ROUGE-L of one sentence against one reference: the longest common subsequence over either length.
 *
 * Source: Lin 2004, section 3.1, with equal weight of precision and recall as in the rouge_score package.
 * A side without tokens scores 0.
 *
 * @param candidate token ids; @param reference token ids of the same vocabulary
 */
export function rougeL(candidate: Int32Array, reference: Int32Array): RougeScore {
  return fromHits(subsequenceLength(candidate, reference), candidate.length, reference.length);
}

/** The F-measure of ROUGE-L alone: 2·LCS / (|candidate| + |reference|); 0 without tokens. Symmetric. */
export function rougeLF1(candidate: Int32Array, reference: Int32Array): number {
  return f1OfLengths(subsequenceLength(candidate, reference), candidate.length, reference.length);
}

/** F1 of `hits` among `candidateCount` and `referenceCount`; 0 if nothing is hit. */
export function f1OfLengths(hits: number, candidateCount: number, referenceCount: number): number {
  return hits === 0 ? 0 : (2 * hits) / (candidateCount + referenceCount);
}

/**
 * ROUGE-N: n-grams of the candidate found in the reference, each as often as it occurs in both.
 *
 * Source: Lin 2004, section 2, for one reference. A side shorter than n scores 0.
 *
 * @param order n, a whole number of at least 1 (1 and 2 are usual); throws a RangeError otherwise
 */
export function rougeN(candidate: Int32Array, reference: Int32Array, order: number): RougeScore {
  if (!Number.isInteger(order) || order < 1) {
    throw new RangeError(`The order of ROUGE-N must be a whole number from 1, got ${order}.`);
  }
  const open = ngramCounts(reference, order);
  const candidateCount = Math.max(0, candidate.length - order + 1);
  let hits = 0;
  for (let start = 0; start < candidateCount; start++) {
    const ngram = candidate.subarray(start, start + order).join(' ');
    const left = open.get(ngram) ?? 0;
    if (left > 0) {
      hits++;
      open.set(ngram, left - 1);
    }
  }
  return fromHits(hits, candidateCount, Math.max(0, reference.length - order + 1));
}

function ngramCounts(ids: Int32Array, order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + order <= ids.length; start++) {
    const ngram = ids.subarray(start, start + order).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function subsequenceLength(candidate: Int32Array, reference: Int32Array): number {
  matcher.setPattern(reference);
  return matcher.lengthWith(candidate);
}

function fromHits(hits: number, candidateCount: number, referenceCount: number): RougeScore {
  if (hits === 0) return { precision: 0, recall: 0, f1: 0 };
  return {
    precision: hits / candidateCount,
    recall: hits / referenceCount,
    f1: f1OfLengths(hits, candidateCount, referenceCount),
  };
}
