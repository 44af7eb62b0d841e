import { hasCapitalNames, tokeniseIn } from '../text/language.ts';
import { tokenise } from '../text/tokenise.ts';

const PLACEHOLDER = {
  number: '<number>',
  time: '<time>',
  day: '<date>',
  price: '<price>',
  reference: '<id>',
} as const;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** Alternatives are bounded and start with different characters. */
const CONTACT =
  /(?<link>\bhttps?:\/\/\S{1,300}|\bwww\.\S{1,300})|(?<email>[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,4})|(?<account>@\w{1,64})|(?<phone>(?<![\w-])\+?\(?\d{1,4}\)?(?:[ -]\(?\d{2,5}\)?){2,4}(?![\w-]))/gu;

/** Matches "1/2", the part number of a message that was sent in several parts. */
const PART = String.raw`\(?(?:1\s?\/\s?[2-5]|2\s?\/\s?[2-5]|3\s?\/\s?[3-5]|4\s?\/\s?[45]|5\s?\/\s?5)\)?`;
const INITIALS = String.raw`(?:\^\s?[A-Za-z]{1,12}|[-–—*/]\s?[A-Z][A-Za-z]{0,12})`;

/** `OPENS` matches a salutation at the start, `CLOSES` an agent's initials and part numbers at the end. */
const OPENS = new RegExp(String.raw`^\s*(?:[.]?@\w{1,64}\s{0,20}){0,20}(?:${PART}\s)?`, 'u');
const CLOSES = new RegExp(
  String.raw`(?:\s${PART}\s{0,5}$|(?:\s${PART})?(?:\s|^)${INITIALS}(?:\s{1,5}${PART})?\s*$)`,
  'u',
);

/** Matches a mark that a program put into a log, such as "###STOP###". */
const MARKER = /###[\w-]{1,64}###/g;

/** Decodes HTML entities and removes marks of programs. Spaces fill the gaps, so positions stay valid. */
export const readableText = (text: string): string =>
  text
    .replaceAll('\ufe0f', ' ')
    .replace(MARKER, (whole) => ' '.repeat(whole.length))
    .replace(/&(#39|[a-z]{2,4});/g, (whole, name: string) =>
      ENTITIES[name] === undefined ? whole : ENTITIES[name].padEnd(whole.length),
    );

export function spokenPart(text: string): { readonly start: number; readonly end: number } {
  const start = OPENS.exec(text)?.[0].length ?? 0;
  const tail = CLOSES.exec(text.slice(start));
  return { start, end: tail && tail.index > 0 ? start + tail.index : text.length };
}

/** Initials or a name after a punctuation mark, or two capitals after the last sentence. Links may follow. */
const SIGNATURE =
  /(?:(?:\s{0,3}[~*–—]|\s{1,3}(?:\/|=|-{1,2})|(?<=[.!?)]|(?:^|\s)(?:\p{Ll}{1,20}|Thanks|Cheers))-)\s?(?<name>\[name\]|\p{Lu}\.\s?\p{Lu}\.|\p{L}{1,12})|(?<=[.!?)]\s?) \p{Lu}{2})(?=(?:\s{1,3}\(?\d\/\d\)?)?(?:\s{1,3}https?:\/\/\S{1,100}){0,3}\s{0,3}$)/u;

/** Removes the initials or the name of the agent who signs a text. Links after them stay. */
export function withoutSignature(said: string): string {
  const text = said.replace(/\s?\^\s?(?:\[name\]|\p{L}{1,12})(?: \[account\])?(?![\p{L}\p{N}])/gu, '');
  const { 0: found, index, groups } = SIGNATURE.exec(text) ?? { 0: '', index: text.length };
  // Lowercase letters after another mark are part of the sentence: "sign-in", "w/o".
  const isWord = groups?.name !== undefined && /^\p{Ll}/u.test(groups.name);
  return isWord ? text : text.slice(0, index) + text.slice(index + found.length);
}

/**
 * Returns the masked lower-case words of a sentence. Names become their kind, so that sentences that do the same look
 * the same. A capital within a sentence marks a name, except in German.
 */
export function maskedWords(sentence: string, language = 'en'): string[] {
  const words: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(CONTACT)) {
    readPlain(sentence.slice(from, match.index), from === 0, words, language);
    const { link, email, account } = match.groups ?? {};
    words.push(link ? '<link>' : email ? '<email>' : account ? '<account>' : '<phone>');
    from = match.index + match[0].length;
  }
  readPlain(sentence.slice(from), from === 0, words, language);
  return words;
}

function readPlain(text: string, opens: boolean, words: string[], language: string): void {
  const isPlain = !/\p{Ll}/u.test(text) || !hasCapitalNames(language);
  const tokens = language === 'en' ? tokenise(text).tokens : tokeniseIn(language, text);
  let first = opens;
  for (const { kind, text: written } of tokens) {
    if (kind === 'mark') continue;
    if (kind === 'question-mark') words.push('?');
    else if (kind !== 'word') words.push(PLACEHOLDER[kind]);
    else if (!first && !isPlain && isName(written)) {
      if (words.at(-1) !== '<name>') words.push('<name>');
    } else words.push(written.toLowerCase());
    first = false;
  }
}

const isName = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word) && !/^I['’]/.test(word);
