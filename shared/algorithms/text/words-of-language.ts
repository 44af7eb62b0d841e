import { MAX_CHARACTERS, MAX_TOKENS, type Token, type TokenKind } from './tokenise.ts';

/** Matches text in digits, which is equal in all languages. Each alternative is bounded. */
const DIGITS = new RegExp(
  [
    String.raw`(?<price>(?:[$€£¥₹₩₽]|R\$|zł|kr)\s?\d{1,9}(?:[.,]\d{1,3}){0,4}|\d{1,9}(?:[.,]\d{1,3}){0,4}\s?(?:[$€£¥₹₩₽元円원]|R\$|EUR|USD|euros?|reais|zł|kr|руб))`,
    String.raw`(?<day>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}月\d{1,2}[日号])`,
    String.raw`(?<time>\d{1,2}[:：]\d{2}(?:[:：]\d{2})?|\d{1,2}h(?:\d{2})?(?![\p{L}\d]))`,
    String.raw`(?<code>(?<![\p{L}\d_-])(?=[A-Za-z_-]{0,20}\d)[A-Za-z\d]{1,40}(?:[-_][A-Za-z\d]{1,40}){0,8})`,
    String.raw`(?<number>\d{1,40})`,
    '(?<question>[?？؟])',
  ].join('|'),
  'gu',
);

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/**
 * The words of a message in any language, without words of English in mind: words as the rules of Unicode and the
 * dictionaries for Chinese, Japanese, Thai … find them; what is written in digits as its kind. Marks are left out.
 *
 * @param language an ISO 639-1 code; "und" where it is unknown
 */
export function tokeniseIn(language: string, text: string): Token[] {
  const read = text.slice(0, MAX_CHARACTERS);
  const tokens: Token[] = [];
  let from = 0;
  const addWords = (to: number): void => {
    if (to <= from) return;
    for (const { segment, isWordLike } of segmenterOf(language).segment(read.slice(from, to)))
      if (isWordLike) tokens.push({ kind: 'word', text: segment.replaceAll('’', "'") });
  };
  for (const match of read.matchAll(DIGITS)) {
    if (tokens.length >= MAX_TOKENS) break;
    addWords(match.index);
    tokens.push({ kind: kindOf(match[0], match.groups ?? {}), text: match[0] });
    from = match.index + match[0].length;
  }
  addWords(read.length);
  return tokens.slice(0, MAX_TOKENS);
}

/** Six digits and more, or digits mixed with letters, identify something; other digits are a quantity. */
function kindOf(text: string, groups: Readonly<Record<string, string | undefined>>): TokenKind {
  if (groups.question !== undefined) return 'question-mark';
  if (groups.price !== undefined) return 'price';
  if (groups.day !== undefined) return 'day';
  if (groups.time !== undefined) return 'time';
  const digits = text.replace(/\D/g, '').length;
  return digits >= 6 || (text.length >= 5 && /[A-Za-z]/.test(text)) ? 'reference' : 'number';
}

/** Languages that write all nouns with a capital, so a capital does not mark a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** True if a capital inside a sentence marks a name. */
export const hasCapitalNames = (language: string): boolean => !CAPITAL_NOUNS.has(language);
