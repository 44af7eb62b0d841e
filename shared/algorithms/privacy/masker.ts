import { findPersonalData } from './find-personal-data.ts';
import { introducedNames } from './finders/introduced-names.ts';
import { introducedSecrets } from './finders/secrets.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind, type PersonalSpan, spansOf } from './personal-data.ts';

const MONTH =
  '(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
const WEEKDAY =
  "(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)(?![\\p{L}’']))";
const DAY = '(?:[0-2]?\\d|3[01])(?:st|nd|rd|th)?';
const CLOCK =
  "(?:\\d{1,2}(?::\\d{2})?\\s?[ap](?:m|\\.m\\.)(?!\\p{L})|\\d{1,2}:\\d{2}(?![\\d:])|\\d{1,2}\\so’?'?clock)(?:\\s(?:[ECMP][SD]T|GMT|UTC|BST)(?!\\p{L}))?";

const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:${WEEKDAY},?\\s)?(?:(?:the\\s)?(?:${MONTH}\\s${DAY}|${DAY}\\s(?:of\\s)?${MONTH})(?:,?\\s\\d{4})?|(?:${MONTH}\\s\\d{4})|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2}))(?![\\p{L}\\d])`,
  'gu',
);
const DAY_OF_WEEK = new RegExp(`(?<![\\p{L}\\d])${WEEKDAY}(?![\\p{L}\\d])`, 'gu');
const TIME = new RegExp(`(?<![\\p{L}\\d:])${CLOCK}`, 'giu');
/** Opening hours are not masked, because they are the same for everybody. */
const OPENING_HOURS = new RegExp(`${WEEKDAY}\\s?(?:to|through|thru|until|-|–)\\s?${WEEKDAY}`, 'u');

/** Replaces dates and times, which differ between dialogues. If the text has opening hours, only dates are replaced. */
export function maskDates(text: string): string {
  if (OPENING_HOURS.test(text)) return text.replace(DATE, '[date]');
  return text.replace(DATE, '[date]').replace(DAY_OF_WEEK, '[date]').replace(TIME, '[time]');
}

/** A replaced stretch of a text, in UTF-16 units of the original text. */
interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: PersonalDataKind;
  /** "[email-1]" */
  readonly placeholder: string;
}

const PLACEHOLDER = new RegExp(`\\[(?:${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`, 'g');

export const placeholdersIn = (text: string): string[] => text.match(PLACEHOLDER) ?? [];

/**
 * Keeps the originals only in memory. A name that one of the texts introduces is masked in all.
 * Omit texts from `dialogue` that must not influence what is sent.
 */
export function createMasker(dialogue: readonly string[], names: readonly string[] = []) {
  const findIntroduced = finderOfIntroduced(dialogue, names);
  const placeholders = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<PersonalDataKind, number>();

  const placeholderFor = (kind: PersonalDataKind, identity: string, original: string): string => {
    const key = `${kind} ${identity}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    const placeholder = `[${kind}-${count}]`;
    counts.set(kind, count);
    placeholders.set(key, placeholder);
    originals.set(placeholder, original);
    return placeholder;
  };

  return {
    mask(text: string) {
      const posing = [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: written, index }) =>
        PERSONAL_DATA_KINDS.filter((kind) => written.startsWith(`[${kind}-`)).map((kind) => ({
          start: index,
          end: index + written.length,
          kind,
          identity: written,
        })),
      );
      const found = beside(beside(posing, findPersonalData(text)), findIntroduced(text));
      const spans: MaskedSpan[] = [];
      let masked = '';
      let done = 0;
      for (const { start, end, kind, identity } of found.sort((a, b) => a.start - b.start)) {
        const placeholder = placeholderFor(kind, identity, text.slice(start, end));
        masked += text.slice(done, start) + placeholder;
        done = end;
        spans.push({ start, end, kind, placeholder });
      }
      return { text: masked + text.slice(done), spans };
    },
    /** Replaces placeholders by the original data, as first written. Other text in brackets is not changed. */
    unmask: (text: string) =>
      text.replace(PLACEHOLDER, (placeholder) => originals.get(placeholder) ?? placeholder),
  };
}

/** Returns the more certain spans, and the other spans that overlap none of these. */
const beside = (surer: readonly PersonalSpan[], others: readonly PersonalSpan[]): PersonalSpan[] => [
  ...surer,
  ...others.filter((span) => !surer.some((other) => span.start < other.end && other.start < span.end)),
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function finderOfIntroduced(
  dialogue: readonly string[],
  names: readonly string[],
): (text: string) => PersonalSpan[] {
  const secrets = introducedSecrets(dialogue);
  const valuesOf = (wanted: PersonalDataKind): string[] =>
    secrets.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  const find = [
    wordFinder('number', valuesOf('number')),
    wordFinder('password', valuesOf('password')),
    wordFinder('name', [...introducedNames(dialogue), ...names].flatMap(writings)),
  ];
  return (text) =>
    find.reduce<PersonalSpan[]>((found, one) => {
      const spans = one(text);
      return beside(found, spans[0]?.kind === 'name' ? joined(text, spans) : spans);
    }, []);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function wordFinder(kind: PersonalDataKind, words: readonly string[]): (text: string) => PersonalSpan[] {
  if (words.length === 0) return () => [];
  const longestFirst = [...words].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) =>
    spansOf(text, pattern, kind, ({ 0: word, index }) =>
      LETTER_OR_DIGIT.test(text[index - 1] ?? '') || LETTER_OR_DIGIT.test(text[index + word.length] ?? '')
        ? null
        : word,
    );
}

function joined(text: string, parts: readonly PersonalSpan[]): PersonalSpan[] {
  const names: PersonalSpan[] = [];
  for (const part of parts) {
    const before = names.at(-1);
    const follows =
      before !== undefined && /^[ \t]+(?:\p{Lu}\.[ \t]+)?$/u.test(text.slice(before.end, part.start));
    if (follows) names.pop();
    const start = follows ? before.start : part.start;
    names.push({ ...part, start, identity: text.slice(start, part.end).toLowerCase() });
  }
  return names;
}

/** Returns the spellings to find: "ada" also matches "Ada" and "ADA", but "Mark" does not match "mark". */
const writings = (name: string): string[] => [
  ...new Set([name, (name[0] ?? '').toUpperCase() + name.slice(1), name.toUpperCase()]),
];
