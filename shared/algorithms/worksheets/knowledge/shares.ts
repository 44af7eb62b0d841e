import { tellingWords } from '../words/spans.ts';

/**
 * Returns the share of the question that each text covers: the weight of the question's words in it, divided by the
 * weight of all. Rare words weigh more, as in BM25; a word in no text weighs as one in a single text.
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
