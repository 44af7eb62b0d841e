/**
 * Splits in linear time. The part-of-speech tagger's own tokenizer keeps unknown tokens forever and takes
 * a second for 20,000 characters of `a-`, so it only gets tokens made here.
 */

export type TokenKind = 'word' | 'number' | 'time' | 'day' | 'price' | 'reference' | 'mark' | 'question-mark';

export interface Token {
  readonly kind: TokenKind;
  /** Original text, with plain apostrophes. */
  readonly text: string;
}

/** The most UTF-16 units of a message to read. */
export const MAX_CHARACTERS = 8192;
export const MAX_TOKENS = 1024;

const WEEKDAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|saturday|sunday';
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ORDINAL = '\\d{1,2}(?:st|nd|rd|th)';
/** Words before a day. Two numbers with a slash are a day only after these words, unlike "1/2" and "24/7". */
const BEFORE_DAY = '(?:on|by|until|till|since|before|after|from|due|dated)';
const CURRENCY_WORD = 'dollars?|usd|gbp|eur|euros?|pounds?|bucks|cents?|pence';
const AMOUNT = '\\d{1,9}(?:[.,]\\d{1,3}){0,4}';
const AM_PM = '(?:am|pm|a\\.m\\.|p\\.m\\.)';

/** The groups are in the order of the kinds, from links to other marks. */
const PATTERN = new RegExp(
  [
    `(https?://[^\\s]{1,300}|www\\.[^\\s]{1,300})`,
    `([\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,32}){1,4})`,
    `(@\\w{1,64})`,
    `([$€£¥₹]\\s?${AMOUNT}|${AMOUNT}\\s?(?:(?:${CURRENCY_WORD})\\b|[$€£¥₹]))`,
    `(\\b\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?${AM_PM}\\b)?|\\b\\d{1,2}(?:\\.\\d{2})?\\s?${AM_PM}(?![\\p{L}\\d])|\\b\\d{1,2}\\s?o['’]clock\\b|\\b(?:half|quarter) (?:past|to) \\w{1,8}\\b|\\b(?:noon|midnight)\\b)`,
    `(\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b|(?<=\\b${BEFORE_DAY} (?:the )?)\\d{1,2}/\\d{1,2}\\b|\\b(?:${ORDINAL}|\\d{1,2}) (?:of )?(?:${MONTH})\\b|\\b(?:${MONTH}) (?:the )?(?:${ORDINAL}|\\d{1,2})\\b|\\b${ORDINAL}\\b|\\b(?:${WEEKDAY})s?\\b|\\b(?:today|tomorrow|yesterday|tonight)\\b)`,
    `((?<![\\p{L}\\d])['’](?:s|m|d|re|ve|ll)(?![\\p{L}\\d])|\\p{L}[\\p{L}\\p{M}]{0,63}(?:['’]\\p{L}{1,20}){0,2}(?![\\p{L}\\p{M}\\d_]|-\\d{3}))`,
    `([\\p{L}\\p{M}\\d]{1,64}(?:[-_][\\p{L}\\d]{1,64}){0,8})`,
    `(\\?)`,
    `([.!,;:()\\n])`,
  ].join('|'),
  'giu',
);

const [WORD, CODE] = [7, 8];
const OTHERS: readonly (readonly [number, TokenKind])[] = [
  [2, 'reference'],
  [4, 'price'],
  [5, 'time'],
  [6, 'day'],
  [9, 'question-mark'],
  [10, 'mark'],
];

const BEFORE_CODE = new Set(['number', 'code', 'reference', 'ref', 'confirmation', 'id', 'is']);
const ANNOUNCING = new Set(
  'number code reference ref confirmation id order case ticket booking account tracking invoice'.split(' '),
);

/** @returns at most `MAX_TOKENS` tokens of the first `MAX_CHARACTERS` UTF-16 units, and whether something was cut */
export function tokenise(text: string): { readonly tokens: Token[]; readonly cut: boolean } {
  const read = text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text;
  const tokens: Token[] = [];
  const shouted = !/\p{Ll}/u.test(read);
  PATTERN.lastIndex = 0;
  for (let match = PATTERN.exec(read); match; match = PATTERN.exec(read)) {
    if (tokens.length >= MAX_TOKENS) return { tokens, cut: true };
    const text = match[0].includes('’') ? match[0].replaceAll('’', "'") : match[0];
    const isHashtag = read[match.index - 1] === '#' && isTopic(text, tokens.at(-1));
    if (match[WORD] !== undefined)
      tokens.push({ kind: isHashtag ? 'word' : wordKind(text, tokens, shouted), text });
    else if (match[CODE] !== undefined) tokens.push({ kind: isHashtag ? 'number' : codeKind(text), text });
    else {
      const kind = OTHERS.find(([group]) => match[group] !== undefined)?.[1];
      if (kind) tokens.push({ kind, text });
    }
  }
  return { tokens, cut: read.length < text.length };
}

/** Returns true if the text after "#" is a topic: not an announced number, and with more letters than digits. */
function isTopic(text: string, before: Token | undefined): boolean {
  const digits = text.replace(/\D/g, '').length;
  return 2 * digits <= text.length && !ANNOUNCING.has(before?.text.toLowerCase() ?? '');
}

/** Five or more capitals shortly after "number" or "code" are a reference, unless all text is in capitals. */
function wordKind(word: string, before: readonly Token[], shouted: boolean): TokenKind {
  if (shouted || !/^[A-Z]{5,12}$/.test(word)) return 'word';
  for (let index = before.length - 1; index >= Math.max(0, before.length - 3); index--) {
    if (BEFORE_CODE.has(before[index].text.toLowerCase())) return 'reference';
  }
  return 'word';
}

/** Returns the kind of a code: six or more digits, or digits mixed with letters, identify something. Others are quantities. */
function codeKind(code: string): TokenKind {
  const digits = code.replace(/\D/g, '').length;
  if (digits === 0 || !/^[A-Za-z\d_-]{5,40}$/.test(code)) return 'number';
  return digits >= 6 || /[A-Za-z]/.test(code) ? 'reference' : 'number';
}
