/**
 * Tokens of the mteval-v13a script as sacreBLEU's tokenizer "13a" takes them; case is kept.
 *
 * In order: trailing white space goes; `<skipped>` and hyphens at line ends go, line ends become spaces; four
 * entities are decoded; every ASCII symbol but apostrophe, comma, hyphen and full stop stands alone; comma and full
 * stop stand alone unless between two digits; a hyphen after a digit stands alone.
 */
export function bleuTokens(text: string): string[] {
  const decoded = trimEnd(text)
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const spaced = ` ${decoded} `
    .replace(ASCII_SYMBOL, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ');
  return spaced.split(WHITE_SPACE).filter((token) => token !== '');
}

const ASCII_SYMBOL = /[ -&(-+/:-@[-`{-~]/g;

/** White space as Python's str.split means it, which is not JavaScript's \s: with the separators U+001C … U+001F
 *  and U+0085, without U+FEFF. */
const WHITE_SPACE_CLASS =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const WHITE_SPACE = new RegExp(`${WHITE_SPACE_CLASS}+`);
const ONE_WHITE_SPACE = new RegExp(WHITE_SPACE_CLASS);

/** Cut from the end by hand: a regular expression anchored at the end is quadratic on long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ONE_WHITE_SPACE.test(text[end - 1])) end--;
  return text.slice(0, end);
}
