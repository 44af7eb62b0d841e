import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SentenceEncoder } from './encoder.ts';
import { readEncoderFolder } from './encoder-folder.ts';
import { loadOnnxEncoder, whyOnnxIsMissing } from './onnx-encoder.ts';
import {
  loadSentenceEncoder,
  SENTENCE_ENCODER_DIMENSIONS,
  SENTENCE_ENCODER_FINGERPRINT,
  SENTENCE_ENCODER_NAME,
  TEXTS_PER_SECOND,
  whySentenceEncoderIsMissing,
} from './sentence-encoder.ts';

/** An encoder of sentences before it is loaded. */
export interface KnownEncoder extends Pick<SentenceEncoder, 'name' | 'dimensions' | 'fingerprint'> {
  /** A low estimate, so promised times are rather too long. */
  readonly textsPerSecond: number;
  /** The reason why it cannot be used, as a sentence; null if it can. */
  readonly missing: string | null;
  /** Loads it. Call it in a worker, since an encoder blocks its thread. */
  load(): Promise<SentenceEncoder>;
}

const COMES_WITH_THE_APP: KnownEncoder = {
  name: SENTENCE_ENCODER_NAME,
  dimensions: SENTENCE_ENCODER_DIMENSIONS,
  fingerprint: SENTENCE_ENCODER_FINGERPRINT,
  textsPerSecond: TEXTS_PER_SECOND,
  missing: whySentenceEncoderIsMissing(),
  load: loadSentenceEncoder,
};

/**
 * Returns the encoder of a folder, or the built-in one.
 * @throws DialogramError if the folder has no encoder
 */
export function knownEncoder(folder: string | null): KnownEncoder {
  if (folder === null) return COMES_WITH_THE_APP;
  const read = readEncoderFolder(folder);
  const { name, dimensions, fingerprint } = read;
  return {
    ...{ name, dimensions, fingerprint },
    textsPerSecond: TEXTS_PER_SECOND,
    missing: whyOnnxIsMissing(),
    load: () => loadOnnxEncoder(read),
  };
}

/** The folder of the encoder that the app brings along for its own tagger. */
const BUNDLED = join('encoders', 'all-MiniLM-L6-v2');

/** Returns the built-in encoder; null if it, or a package it needs, is not installed. */
export function bundledEncoder(resources: string): KnownEncoder | null {
  const folder = join(resources, BUNDLED);
  if (!existsSync(join(folder, 'model.onnx')) || whyOnnxIsMissing() !== null) return null;
  return knownEncoder(folder);
}
