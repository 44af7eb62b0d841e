import { loadSentenceEncoder } from '../../providers/embeddings/sentence-encoder.ts';
import { serveQuestions } from '../../workers/ask-worker.ts';

export interface EncodingTalk {
  readonly input: null;
  readonly progress: never;
  readonly ready: { readonly dimensions: number };
  readonly question: readonly string[];
  readonly answer: Float32Array;
}

/** The sentence encoder in a thread of its own: texts in, their vectors out, row-major. */
serveQuestions<EncodingTalk>(async () => {
  const { dimensions, encodeTexts } = await loadSentenceEncoder();
  return { ready: { dimensions }, answer: encodeTexts };
});
