import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics } from './bleu.ts';

/**
 * Corpus BLEU-4, 0 … 100, as `sacrebleu.corpus_bleu` with its defaults.
 *
 * @param candidates token ids of each segment; @param references for each segment its references
 * Throws a RangeError when the two differ in length.
 */
export function corpusBleu(
  candidates: readonly Int32Array[],
  references: readonly (readonly Int32Array[])[],
): number {
  if (candidates.length !== references.length) {
    throw new RangeError(
      `${candidates.length} candidates for ${references.length} references: they go in pairs.`,
    );
  }
  const statistics = new Float64Array(BLEU_STATISTICS);
  for (let segment = 0; segment < candidates.length; segment++) {
    addBleuStatistics(statistics, 0, candidates[segment], references[segment]);
  }
  return bleuOfStatistics(statistics, 0, { effectiveOrder: false });
}

/** Sentence BLEU-4, 0 … 100, as `sacrebleu.sentence_bleu` with its defaults (smoothed, effective order). */
export function sentenceBleu(candidate: Int32Array, references: readonly Int32Array[]): number {
  const statistics = new Float64Array(BLEU_STATISTICS);
  addBleuStatistics(statistics, 0, candidate, references);
  return bleuOfStatistics(statistics, 0, { effectiveOrder: true });
}
