/**
 * Tokens as the rouge_score package takes them (after ROUGE-1.5.5): lower case, every run of characters other than
 * a–z and 0–9 separates, and with a stemmer only tokens longer than three characters are stemmed.
 *
 * Letters outside a–z separate too ("café" gives "caf"), so texts in other scripts have no tokens and score 0.
 *
 * @param stem for example `porterStem`; without it tokens stay as they are, which is the default of the package
 */
export function rougeTokens(text: string, stem?: (token: string) => string): string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stem ? tokens.map((token) => (token.length > 3 ? stem(token) : token)) : tokens;
}
