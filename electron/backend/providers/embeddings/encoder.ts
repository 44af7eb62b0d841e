import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';

/** Encodes histories as vectors. The built-in encoder is trained on the corpus; a provider's can replace it. */
export interface Encoder {
  /** Shown with all its results. */
  readonly name: string;
  readonly dimensions: number;
  /** Changes whenever a history's vector might: vectors are stored under it. */
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
