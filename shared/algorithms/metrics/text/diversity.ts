import { bleuTokens } from './bleu-tokenizer.ts';

/** The variety and length of a set of texts. */
interface Diversity {
  /** Distinct single tokens over all of them, 0 … 1; null without tokens. */
  readonly distinct1: number | null;
  /** Distinct pairs of neighboring tokens over all of them; null if no text has two tokens. */
  readonly distinct2: number | null;
  /** Tokens a text, empty texts included; null without texts. */
  readonly meanTokens: number | null;
  /** Characters (code points) a text. */
  readonly meanCharacters: number | null;
  readonly texts: number;
}

/**
 * Distinct-n of a set of texts (Li and others 2016): distinct n-grams divided by all n-grams, over the whole set; no
 * n-gram crosses from one text into the next. Tokens are BLEU's (13a) in lower case. The more texts, the lower:
 * compare sets of the same size only. O(tokens).
 */
export function diversityOf(texts: readonly string[]): Diversity {
  const tokens = texts.map((text) => bleuTokens(text.toLowerCase()));
  const count = tokens.reduce((sum, list) => sum + list.length, 0);
  const characters = texts.reduce((sum, text) => sum + [...text].length, 0);
  return {
    distinct1: distinctShare(tokens, 1),
    distinct2: distinctShare(tokens, 2),
    meanTokens: texts.length === 0 ? null : count / texts.length,
    meanCharacters: texts.length === 0 ? null : characters / texts.length,
    texts: texts.length,
  };
}

/** Returns distinct n-grams over all n-grams, 0 … 1; null if there are none. @throws RangeError if n is not ≥ 1 */
export function distinctShare(texts: readonly (readonly string[])[], n: number): number | null {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`n-grams need a whole n from 1, not ${n}.`);
  const distinct = new Set<string>();
  let all = 0;
  for (const tokens of texts) {
    for (let from = 0; from + n <= tokens.length; from++) {
      all++;
      // No token contains a space.
      distinct.add(tokens.slice(from, from + n).join(' '));
    }
  }
  return all === 0 ? null : distinct.size / all;
}
