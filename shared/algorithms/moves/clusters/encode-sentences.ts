import { normalise } from '../../retrieval/dense/lsa.ts';
import type { MovesCorpus } from '../moves-corpus.ts';
import type { MoveEncoder } from './sentence-vectors.ts';

/** Work for about a third of a second, for frequent progress reports. */
const SENTENCES_PER_CHUNK = 64;

interface TrainedEncoder {
  readonly name: string;
  readonly dimensions: number;
  encodeTexts(texts: readonly string[]): Promise<Float32Array>;
}

/**
 * Encodes messages with a pretrained encoder: distinct masked sentences once each. A turn is the mean of its sentences.
 */
export async function encodeSentencesOf(
  { sentences }: MovesCorpus,
  { name, dimensions, encodeTexts }: TrainedEncoder,
  report: (done: number, total: number) => void = () => undefined,
): Promise<MoveEncoder> {
  const rows = new Map<string, number>();
  for (const turn of sentences)
    for (const { words } of turn) {
      const text = words.join(' ');
      if (!rows.has(text)) rows.set(text, rows.size);
    }
  const vectors = new Float32Array(rows.size * dimensions);
  // Batches of similar length need less padding.
  const waiting = [...rows].sort(([one], [other]) => other.length - one.length);
  for (let start = 0; start < waiting.length; start += SENTENCES_PER_CHUNK) {
    report(start, waiting.length);
    const chunk = waiting.slice(start, start + SENTENCES_PER_CHUNK);
    const encoded = await encodeTexts(chunk.map(([text]) => text));
    for (const [at, [, row]] of chunk.entries())
      vectors.set(encoded.subarray(at * dimensions, (at + 1) * dimensions), row * dimensions);
  }
  return {
    name,
    encode(texts) {
      const values = new Float32Array(texts.length * dimensions);
      for (const [at, text] of texts.entries()) {
        for (const words of text) {
          const row = rows.get(words.join(' '));
          if (row === undefined)
            throw new RangeError(`"${words.join(' ')}" is not a sentence of the corpus.`);
          for (let d = 0; d < dimensions; d++) values[at * dimensions + d] += vectors[row * dimensions + d];
        }
        normalise(values, at * dimensions, dimensions);
      }
      return { dimensions, count: texts.length, values };
    },
  };
}
