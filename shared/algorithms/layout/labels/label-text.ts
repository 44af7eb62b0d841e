import { ROLE_NAMES, type Role } from '../../../domain/dialogue.ts';
import type { SentencePart } from '../../../domain/finding.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';

/** Control, format and bidi-override characters, lone surrogates and non-characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u;
const MARK = /\p{M}/u;

/** Returns a tag as one printable line, without characters that would turn, hide or break it. */
export function printableTag(tag: string): string {
  const line = tag.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(/ +/g, ' ').trim();
  return line === '' ? '(blank)' : line;
}

/** Turns a tag into words: "asks-when:of-delivery" becomes "asks when: of delivery"; "ask-*" becomes "ask (any)". */
export function spokenTag(tag: string): string {
  const line = printableTag(tag);
  if (/.[-_.:/ ]\*$/.test(line)) return `${spokenTag(line.slice(0, -2))} (any)`;
  return /^[a-z’']+([-_:][a-z0-9’']+)+$/.test(line) ? line.replace(/[-_]/g, ' ').replaceAll(':', ': ') : line;
}

/** First words of tags that are verbs: "asks-for-help". */
const VERBS = new Set(
  'accepts agrees answers apologizes asks books calls cancels changes chases chats checks chooses closes complains confirms corrects declines explains gives greets has invites is makes offers orders passes pays posts praises promises refers refuses rejects reports requests returns says sends shows solves suggests tells thanks wants'.split(
    ' ',
  ),
);

/** Returns true if a tag can follow its speaker in a sentence: "the customer asks for help". */
const saysWhatIsDone = (tag: string): boolean => {
  const [verb, ...rest] = spokenTag(tag).split(' ');
  return VERBS.has(verb) && (rest.length > 0 || verb !== 'thanks');
};

const article = (role: Role): string => (role === 'system' ? 'an ' : 'a ');

/** Returns "when the customer asks for help", or "with a customer turn tagged “refund”" if the tag has no verb. */
export const moveText = (move: SymbolInfo, ifVerb: string, ifNot: string): SentencePart[] =>
  saysWhatIsDone(move.tag)
    ? [{ text: `${ifVerb}the ${ROLE_NAMES[move.role]} ` }, { text: spokenTag(move.tag), strong: true }]
    : turnText(move, ifNot);

/** "a customer who asks for help", or "a customer turn tagged “refund”" */
export function turnText({ role, tag }: SymbolInfo, before = ''): SentencePart[] {
  const name = { text: spokenTag(tag), strong: true };
  const speaker = `${before}${article(role)}${ROLE_NAMES[role]}`;
  return saysWhatIsDone(tag)
    ? [{ text: `${speaker} who ` }, name]
    : [{ text: `${speaker} turn tagged “` }, name, { text: '”' }];
}

/** "have a customer who asks for help", or "have a customer turn tagged “refund”" */
export const havingMove = (move: SymbolInfo): SentencePart[] => [{ text: 'have ' }, ...turnText(move)];

/** "asks for help (customer)" */
export const nameOfMove = ({ role, tag }: SymbolInfo): SentencePart[] => [
  { text: spokenTag(tag), strong: true },
  { text: ` (${ROLE_NAMES[role]})` },
];

function characterWidth(character: string): number {
  if (MARK.test(character)) return 0;
  if (WIDE.test(character)) return 1.02;
  if ("iIjl|.,:;'!".includes(character)) return 0.32;
  if ('frt()[]{} -/"'.includes(character)) return 0.4;
  if ('mwMW@%—≤+−±'.includes(character)) return 0.92;
  if (character >= 'A' && character <= 'Z') return 0.7;
  if (character >= '0' && character <= '9') return 0.64;
  return 0.62;
}

/** Estimated width of a line in px, because there is no page to measure it. */
export function textWidth(text: string, fontPx: number): number {
  let share = 0;
  for (const character of text) share += characterWidth(character);
  return share * fontPx;
}

/** Cuts a line to a width in px, with an ellipsis in its last third, since tags often differ at their end. */
export function fitText(text: string, fontPx: number, widthPx: number): string {
  if (textWidth(text, fontPx) <= widthPx) return text;
  const characters = [...text];
  const room = (widthPx - textWidth('…', fontPx)) / fontPx;
  let head = 1;
  let tail = 1;
  let used = characterWidth(characters[0]) + characterWidth(characters[characters.length - 1]);
  while (head + tail < characters.length) {
    const growsTail = tail * 2 < head;
    const next = growsTail ? characters[characters.length - 1 - tail] : characters[head];
    used += characterWidth(next);
    if (used > room) break;
    if (growsTail) tail++;
    else head++;
  }
  if (head + tail >= characters.length) return text;
  return `${characters.slice(0, head).join('').trimEnd()}…${characters.slice(-tail).join('').trimStart()}`;
}

/** Cuts a tag between words and keeps the last one; within a word only if two words do not fit. */
export function fitWords(text: string, fontPx: number, widthPx: number): string {
  if (textWidth(text, fontPx) <= widthPx) return text;
  const words = wordsOf(text);
  const last = words[words.length - 1];
  for (let head = words.length - 2; head > 0; head--) {
    const cut = `${words.slice(0, head).join('').trimEnd()}…${last}`;
    if (textWidth(cut, fontPx) <= widthPx) return cut;
  }
  return fitText(text, fontPx, widthPx);
}

/** Returns "tag, tag +3": as many tags as fit, the first one cut if needed. @param tags printable, at least one */
export function fitTags(tags: readonly string[], fontPx: number, widthPx: number): string {
  if (tags[0] === undefined) return '';
  for (let count = Math.min(tags.length, 3); count >= 1; count--) {
    const rest = tags.length - count;
    const text = tags.slice(0, count).join(', ') + (rest > 0 ? ` +${rest}` : '');
    if (textWidth(text, fontPx) <= widthPx) return text;
  }
  const rest = tags.length > 1 ? ` +${tags.length - 1}` : '';
  return fitWords(tags[0], fontPx, widthPx - textWidth(rest, fontPx)) + rest;
}

/** Wraps a name at spaces and after "-", "_" and "/"; breaks a word only if it is longer than a line. */
export function wrapWords(text: string, fontPx: number, widthPx: number, most: number): string[] {
  const parts = wordsOf(text).flatMap((part) => pieces(part, fontPx, widthPx));
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && textWidth(`${line}${part}`.trimEnd(), fontPx) > widthPx) {
      lines.push(line.trimEnd());
      line = part;
    } else line += part;
  }
  if (line !== '') lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  const last = lines[most - 1].replace(/[\s\-_/]+$/u, '');
  const words = wordsOf(last);
  while (words.length > 1 && textWidth(`${words.join('')}…`, fontPx) > widthPx) words.pop();
  return [...lines.slice(0, most - 1), `${words.join('').trimEnd()}…`];
}

/** Splits a text where a line may break: after a space, "-", "_", "/" or ".", but not within "8.6 %". */
export const wordsOf = (text: string): string[] => text.split(/(?<=[\s\-_/]|\.(?!\d))(?<!\d\s(?=%))/u);

function pieces(word: string, fontPx: number, widthPx: number): string[] {
  if (textWidth(word.trimEnd(), fontPx) <= widthPx) return [word];
  const all: string[] = [''];
  for (const character of word) {
    const last = all[all.length - 1];
    if (last !== '' && textWidth(last + character, fontPx) > widthPx) all.push(character);
    else all[all.length - 1] = last + character;
  }
  return all;
}
