import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { SentenceEncoder } from '#backend/providers/embeddings/encoder.ts';
import { DialogramError } from '#shared/contract/errors.ts';

/** About a second's work. If encoding is stopped, no more than this is lost. */
const TEXTS_PER_CHUNK = 128;
const KEY_BYTES = 16;

interface KeptVectors {
  get(text: string): Float32Array | undefined;
  keep(texts: readonly string[], vectors: Float32Array): void;
}

/** Encodes new texts and stores each chunk in `file` by a hash of the text; null stores none. Returns rows in order. */
export async function encodeOnce(
  encoder: SentenceEncoder,
  texts: readonly string[],
  file: string | null,
  onProgress: (done: number, total: number) => void,
): Promise<Float32Array> {
  const kept = file === null ? inMemory(encoder.dimensions) : inFile(file, encoder);
  const fresh = [...new Set(texts)].filter((text) => kept.get(text) === undefined);
  for (let start = 0; start < fresh.length; start += TEXTS_PER_CHUNK) {
    onProgress(start, fresh.length);
    const chunk = fresh.slice(start, start + TEXTS_PER_CHUNK);
    kept.keep(chunk, await encoder.encodeTexts(chunk));
  }
  const vectors = new Float32Array(texts.length * encoder.dimensions);
  for (const [at, text] of texts.entries()) vectors.set(kept.get(text) ?? [], at * encoder.dimensions);
  return vectors;
}

function inMemory(dimensions: number): KeptVectors {
  const known = new Map<string, Float32Array>();
  return {
    get: (text) => known.get(keyOf(text)),
    keep: (texts, vectors) => {
      for (const [at, text] of texts.entries())
        known.set(keyOf(text), vectors.subarray(at * dimensions, (at + 1) * dimensions));
    },
  };
}

/** A header that names the encoder, then a key and a vector per text; an incomplete end is dropped. */
function inFile(file: string, { fingerprint, dimensions }: SentenceEncoder): KeptVectors {
  const memory = inMemory(dimensions);
  const known = new Map<string, Float32Array>();
  const head = Buffer.from(`Dialogram vectors ${fingerprint}\n`);
  const width = KEY_BYTES + 4 * dimensions;
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.length === 0) writeFileSync(file, head);
  else if (!bytes.subarray(0, head.length).equals(head)) {
    throw new DialogramError('INVALID', 'The file contains vectors from another encoder.', {
      place: 'vectors',
      value: file,
      nextStep: 'Choose another file. If it does not exist, it is created.',
    });
  } else {
    const records = Math.floor((bytes.length - head.length) / width);
    for (let at = head.length; at < head.length + records * width; at += width) {
      const vector = new Float32Array(dimensions);
      Buffer.from(vector.buffer).set(bytes.subarray(at + KEY_BYTES, at + width));
      known.set(bytes.toString('hex', at, at + KEY_BYTES), vector);
    }
    truncateSync(file, head.length + records * width);
  }
  return {
    get: (text) => known.get(keyOf(text)) ?? memory.get(text),
    keep(texts, vectors) {
      memory.keep(texts, vectors);
      const { buffer, byteOffset } = vectors;
      const records = texts.flatMap((text, at) => [
        Buffer.from(keyOf(text), 'hex'),
        Buffer.from(buffer, byteOffset + 4 * at * dimensions, 4 * dimensions),
      ]);
      appendFileSync(file, Buffer.concat(records));
    },
  };
}

const keyOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * KEY_BYTES);
