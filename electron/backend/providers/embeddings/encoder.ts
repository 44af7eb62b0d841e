import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';

/** Encodes histories as vectors. */
export interface Encoder {
  readonly name: string;
  readonly dimensions: number;
  /** Vectors are stored under this fingerprint. It changes whenever the vector of some history could change. */
  readonly fingerprint: string;
  /**
   * Each history begins with its oldest turn. Returns one row of `dimensions` numbers per history: a unit vector, or
   * zeros if no word is known.
   */
  encode(histories: readonly (readonly RetrievalTurn[])[]): Promise<Float32Array>;
}

export interface SentenceEncoder extends Encoder {
  /** @returns one row of `dimensions` numbers per text: a unit vector, or zeros for an empty text */
  encodeTexts(texts: readonly string[]): Promise<Float32Array>;
  /** Returns one vector per token, without the opening and closing ones; undefined if the model has no such vectors. */
  readonly encodeTokens?: ((text: string) => Promise<Float32Array[]>) | undefined;
}
