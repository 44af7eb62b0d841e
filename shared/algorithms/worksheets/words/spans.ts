import { DATE_IN_TEXT, NUMBER_WORD, readDate, readNumber, readTime, TIME_IN_TEXT } from './read-values.ts';

export interface Span {
  readonly kind: 'date' | 'time' | 'number' | 'email';
  readonly start: number;
  readonly end: number;
  readonly value: string | number;
  readonly unit?: 'people';
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const NUMBER = new RegExp(
  `(?<![\\w.#/-])[$€£]?\\d[\\d,]*(?:\\.\\d+)?(?![\\w/]|-\\d)|(?<!\\b(?:the|this|that|which|first|second|third|fourth|fifth|last|other|next) )\\bone\\b|\\b(?!one\\b)${NUMBER_WORD}\\b`,
  'gi',
);

const ONE_PERSON =
  'wife|husband|partner|spouse|girlfriend|boyfriend|mother|father|mom|mum|dad|son|daughter|sister|brother|friend|colleague|boss|neighbor|kid|child|baby|aunt|uncle|cousin|client|guest';
const PERSON = `(?:me|myself|i|(?:my|our|a|an|one|the) (?:${ONE_PERSON})|(?:(?:my|our) )?(?:${NUMBER_WORD}|\\d{1,2}) (?:${ONE_PERSON}|children|wives)s?)`;
const PARTY = new RegExp(
  `\\b(?:(?:just|only) (?:me|myself)\\b(?!,? (?:and|,))|${PERSON}(?:(?:, |,? and |,? plus )${PERSON})+)\\b(?! (?:is|are|was|were|want|wants|would|will|have|has|need|needs|like|said)\\b)`,
  'gi',
);

function sizeOfParty(text: string): number | null {
  const people = text.split(/, (?:and )?| and | plus /i);
  if (!people.some((person) => /\b(?:me|myself|i)$/i.test(person))) return null;
  return people.reduce((sum, person) => {
    const count = person
      .replace(/^(?:my|our) /i, '')
      .split(' ')
      .map(readNumber)
      .find((number) => number !== null);
    return sum + (count ?? 1);
  }, 0);
}

export function spansOf(text: string, today: string): readonly Span[] {
  const found: Span[] = [];
  const take = (
    kind: Span['kind'],
    pattern: RegExp,
    read: (text: string) => string | number | null,
  ): void => {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const value = read(match[0]);
      if (value === null || found.some((span) => start < span.end && span.start < end)) continue;
      found.push({ kind, start, end, value });
    }
  };
  take('email', EMAIL, (one) => one);
  take('date', DATE_IN_TEXT, (one) => readDate(one, today));
  take('time', TIME_IN_TEXT, readTime);
  take('number', NUMBER, readNumber);
  for (const { index, 0: said } of text.matchAll(PARTY)) {
    const value = sizeOfParty(said);
    if (value === null) continue;
    const end = index + said.length;
    const inside = found.filter((span) => index < span.end && span.start < end);
    if (inside.some(({ kind }) => kind !== 'number')) continue;
    for (const span of inside) found.splice(found.indexOf(span), 1);
    found.push({ kind: 'number', start: index, end, value, unit: 'people' });
  }
  const spans = found.sort((left, right) => left.start - right.start);
  const isChoice = (left: Span | undefined, right: Span | undefined): boolean =>
    left !== undefined &&
    left.kind === right?.kind &&
    /^[\s,]*(?:[\p{L}]+ )?or (?:(?:on|at|for|maybe|even|perhaps) )*$/iu.test(
      text.slice(left.end, right.start),
    );
  return spans.filter((span, at) => !isChoice(spans[at - 1], span) && !isChoice(span, spans[at + 1]));
}

const SMALL = new Set(
  'a an the of for to in on at by with and or is are be it its this that your you my me i we our please do does did will would can could should what which who when where how many much long number no value name user student details detail information any some want wants like need needs if whether not type'.split(
    ' ',
  ),
);

const stemOf = (word: string): string => word.replace(/(?:ies|y)$/, 'i').replace(/(?:es|s)$/, '');

export const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);

export const wordsSaid = (text: string): { readonly word: string; readonly stem: string }[] =>
  (
    text
      .replaceAll('_', ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !SMALL.has(word))
    .map((word) => ({ word, stem: stemOf(word) }));

export const tellingWords = (text: string): string[] => wordsSaid(text).map(({ stem }) => stem);

export function phraseIn(
  text: string,
  phrases: readonly string[],
): { readonly phrase: string; readonly start: number; readonly end: number } | null {
  for (const phrase of [...phrases].sort((left, right) => right.length - left.length)) {
    const words = phrase.match(/[\p{L}\p{N}]+/gu);
    if (!words) continue;
    const body = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^\\p{L}\\p{N}]+');
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${body}(?:s|es)?(?![\\p{L}\\p{N}])`, 'iu').exec(text);
    if (match) return { phrase, start: match.index, end: match.index + match[0].length };
  }
  return null;
}
