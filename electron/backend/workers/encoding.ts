import { loadSentenceEncoder } from '../providers/embeddings/sentence-encoder.ts';
import { serveQuestions } from './ask-worker.ts';

/** The sentence encoder in a thread of its own: texts in, their vectors out, row-major. */
serveQuestions<null, never, readonly string[], Float32Array, { readonly dimensions: number }>(async () => {
  const { dimensions, encodeTexts } = await loadSentenceEncoder();
  return { ready: { dimensions }, answer: encodeTexts };
});
