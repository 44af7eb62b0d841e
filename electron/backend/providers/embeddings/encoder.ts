import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';

/**
 * Encodes histories as vectors. The built-in encoder is trained on the corpus; the model of a provider can replace it.
 */
export interface Encoder {
  /** Shown beside all results of the encoder. */
  readonly name: string;
  readonly dimensions: number;
  /** Vectors are stored under this fingerprint. It changes whenever a vector of some history might. */
  readonly fingerprint: string;
  /**
   * @param histories each oldest turn first
   * @returns length = histories · dimensions, row-major; unit vectors, or zero if nothing is known
   */
  encode(histories: readonly (readonly RetrievalTurn[])[]): Promise<Float32Array>;
}

export interface SentenceEncoder extends Encoder {
  /** @returns length = texts · dimensions, row-major; unit vectors, or zero for an empty text */
  encodeTexts(texts: readonly string[]): Promise<Float32Array>;
}
