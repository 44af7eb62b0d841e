import { loadSentenceEncoder } from '../../providers/embeddings/sentence-encoder.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';

export type EncodingTalk = Talk<null, { readonly dimensions: number }, readonly string[], Float32Array>;

/** The sentence encoder in a thread of its own: texts in, their vectors out, row-major. */
serveQuestions<EncodingTalk>(async () => {
  const { dimensions, encodeTexts } = await loadSentenceEncoder();
  return { ready: { dimensions }, answer: encodeTexts };
});
