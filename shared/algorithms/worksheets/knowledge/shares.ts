import { tellingWords } from '../words/spans.ts';

/**
 * How much of what is asked each text has: the weight of the asked words that are in it, of the weight of all. A word
 * weighs the more the fewer texts have it, as in BM25; one that no text has weighs
 * as one that a single text has.
 */
export function sharesOf(texts: readonly string[], asked: string): readonly number[] {
  const words = [...new Set(tellingWords(asked))];
  const held = texts.map((text) => new Set(tellingWords(text)));
  const weights = words.map((word) => {
    const holding = Math.max(1, held.filter((one) => one.has(word)).length);
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return held.map((own) =>
    all === 0
      ? 0
      : words.reduce((sum, word, at) => (own.has(word) ? sum + (weights[at] ?? 0) : sum), 0) / all,
  );
}
