import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';

export type EncodingTalk = Talk<
  /** The folder of the encoder; null means the included one. */
  { readonly folder: string | null },
  { readonly dimensions: number },
  readonly string[],
  Float32Array
>;

/** A sentence encoder in a thread: texts in, vectors out, row-major. */
serveQuestions<EncodingTalk>(async ({ folder }) => {
  const { dimensions, encodeTexts } = await knownEncoder(folder).load();
  return { ready: { dimensions }, answer: encodeTexts };
});
