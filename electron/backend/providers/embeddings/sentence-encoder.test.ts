import { describe, expect, it } from 'vitest';
import {
  loadSentenceEncoder,
  SENTENCE_ENCODER_DIMENSIONS,
  sentenceOf,
  whySentenceEncoderIsMissing,
} from './sentence-encoder.ts';

const missing = whySentenceEncoderIsMissing();
const title = 'the sentence encoder';

describe('what it reads of a history', () => {
  it('is the last turn', () => {
    expect(sentenceOf([{ text: 'hello' }, { text: 'good day' }, { text: 'a table for two' }])).toBe(
      'a table for two',
    );
    expect(sentenceOf([])).toBe('');
  });
});

if (missing !== null) it.skip(`${title}: skipped: ${missing}`, () => {});
else
  describe(title, () => {
    const TEXTS = ['Where is my parcel?', 'When will my package arrive?', 'A table for two, please.'];
    const vectorAt = (vectors: Float32Array, at: number): number[] =>
      Array.from(vectors.subarray(at * SENTENCE_ENCODER_DIMENSIONS, (at + 1) * SENTENCE_ENCODER_DIMENSIONS));
    const cosine = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, at) => sum + value * b[at], 0);

    it('gives the same vectors whenever it is loaded, without a fetch', async () => {
      const fetched = globalThis.fetch;
      globalThis.fetch = () => Promise.reject(new Error('It asked the network.'));
      try {
        const first = await (await loadSentenceEncoder()).encodeTexts(TEXTS);
        const second = await (await loadSentenceEncoder()).encodeTexts(TEXTS);
        expect(first).toHaveLength(TEXTS.length * SENTENCE_ENCODER_DIMENSIONS);
        expect(second).toEqual(first);
      } finally {
        globalThis.fetch = fetched;
      }
    });

    it('gives unit vectors, and zero for an empty text', async () => {
      const vectors = await (await loadSentenceEncoder()).encodeTexts([TEXTS[0], ' ', 'é🙂'.repeat(3000)]);
      const lengths = [0, 1, 2].map((at) => Math.hypot(...vectorAt(vectors, at)));
      expect(lengths[0]).toBeCloseTo(1, 5);
      expect(lengths[1]).toBe(0);
      expect(lengths[2]).toBeCloseTo(1, 5);
    });

    it('puts what means alike nearer than what does not', async () => {
      const vectors = await (await loadSentenceEncoder()).encodeTexts(TEXTS);
      const [parcel, arrival, table] = [0, 1, 2].map((at) => vectorAt(vectors, at));
      expect(cosine(parcel, arrival)).toBeGreaterThan(cosine(parcel, table) + 0.1);
      expect(cosine(parcel, arrival)).toBeGreaterThan(cosine(arrival, table) + 0.1);
    });

    it('gives a text nearly the same vector alone as among many', async () => {
      const encoder = await loadSentenceEncoder();
      const many = await encoder.encodeTexts([
        ...Array.from({ length: 40 }, (_, at) => `order ${at}`),
        TEXTS[2],
      ]);
      const alone = await encoder.encode([[{ role: 'user', text: TEXTS[2], tags: [] }]]);
      expect(cosine(vectorAt(many, 40), vectorAt(alone, 0))).toBeGreaterThan(0.999);
    });
  });
