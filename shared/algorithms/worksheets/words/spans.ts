import { DATE_IN_TEXT, NUMBER_WORD, readDate, readNumber, readTime, TIME_IN_TEXT } from './read-values.ts';

/** A span of a sentence that could be a value. */
export interface Span {
  readonly kind: 'date' | 'time' | 'number' | 'email';
  readonly start: number;
  readonly end: number;
  readonly value: string | number;
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const NUMBER = new RegExp(
  `(?<![\\w.#/-])[$€£]?\\d[\\d,]*(?:\\.\\d+)?(?![\\w/]|-\\d)|\\b${NUMBER_WORD}\\b`,
  'gi',
);

/** Dates, times, addresses and numbers of a sentence, in order, without overlaps. */
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
  return found.sort((left, right) => left.start - right.start);
}

/** Words that do not help to identify a field. */
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

/** Returns the first of these phrases that occurs as whole words, longest first; null if none does. */
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
