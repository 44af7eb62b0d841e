import type { FieldType, WorksheetField } from '../../../domain/worksheet.ts';
import { sourceOf } from '../language/values.ts';
import type { CompiledSheet } from '../runtime/compile.ts';
import { phraseIn, type Span, spansOf, tellingWords, wordsIn } from './spans.ts';

type PlaceRole = 'from' | 'to' | 'in';

const ROLES: readonly (readonly [PlaceRole, RegExp])[] = [
  ['from', /\b(?:origin|from|departures?|start|pick ?up|leave|leaving)\b/i],
  ['to', /\b(?:destination|to|arrivals?|target|drop ?off|go|going)\b/i],
  ['in', /\b(?:city|town|village|place|location|area|region|district|country|where|venue)\b/i],
];

export function placeRoleOf({ type, name, description }: WorksheetField): PlaceRole | null {
  if (type.kind !== 'str') return null;
  const named = ROLES.find(([, words]) => words.test(name.replaceAll('_', ' ')));
  if (named) return named[0];
  return /^(?:where|(?:which|what) (?:city|town|place|country))\b/i.test(description)
    ? (ROLES.find(([, words]) => words.test(description))?.[0] ?? null)
    : null;
}

interface SaidPlace {
  readonly role: PlaceRole;
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

const NAME = "\\p{Lu}[\\p{L}'’.-]*(?: (?:\\p{Lu}[\\p{L}'’.-]*|am|an|de|del|der|la|le|upon))*";
const SAID = new RegExp(`\\b(from|to|in|near|around) (${NAME})`, 'gu');
/** Months and days, which follow the same prepositions as places. */
const NO_PLACE =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:sun|mon|tues|wednes|thurs|fri|satur)day|I|My)\b/i;

export const placesIn = (text: string): readonly SaidPlace[] =>
  [...text.matchAll(SAID)].flatMap((match): SaidPlace[] => {
    const [whole, preposition = '', place = ''] = match;
    if (NO_PLACE.test(place)) return [];
    const role = preposition === 'from' || preposition === 'to' ? preposition : 'in';
    return [{ role, place: place.replace(/\.$/, ''), start: match.index, end: match.index + whole.length }];
  });

const LEAD =
  /^(?:(?:i(?:'d| would| want| need)?(?: like)? (?:to )?)?(?:leave|leaving|start|go|going|travel)\s+)?(from|to|in|at|near)\s+/i;

/** Returns an answer without its preposition; null if the preposition belongs to another place. */
export function placeAnswered(text: string, role: PlaceRole): string | null {
  const lead = LEAD.exec(text);
  if (!lead) return text;
  const said = lead[1]!.toLowerCase();
  const isOther = (said === 'from' && role === 'to') || (said === 'to' && role === 'from');
  return isOther ? null : text.slice(lead[0].length);
}

const GROUPS: Readonly<Record<string, string>> = {
  time: 'second minute hour day night week month year duration stay',
  people:
    'people person adult guest kid child children traveler traveller passenger participant attendee seat pax us party head',
  money: 'dollar usd euro eur franc chf pound gbp cent price cost amount budget fee charge money',
  length: 'meter metre kilometer kilometre km mile foot feet inch cm distance',
  weight: 'gram kilo kilogram kg pound lb weight',
};
const OF = new Map<string, string>();
for (const [group, words] of Object.entries(GROUPS))
  for (const word of words.split(' '))
    for (const stem of wordsIn(word)) if (!OF.has(stem)) OF.set(stem, group);

const groupIn = (words: readonly string[]): string | undefined =>
  words.map((word) => OF.get(word)).find((group) => group !== undefined);

export function unitOf(
  text: string,
  { start, end, unit }: Pick<Span, 'start' | 'end' | 'unit'>,
): string | null {
  if (unit) return unit;
  if (/[$€£]/.test(text.slice(Math.max(0, start - 1), start + 1))) return 'dollar';
  const after = /^\s*(?:of |more |other |whole |full )?([\p{L}]+)/u.exec(text.slice(end))?.[1] ?? '';
  const [stem] = wordsIn(after);
  return stem !== undefined && (OF.has(stem) || /[^s]s$/.test(after)) && tellsSomething(after) ? stem : null;
}

const tellsSomething = (word: string): boolean =>
  word.toLowerCase() === 'us' || tellingWords(word).length > 0;

export function fitsUnit(
  { name, description }: WorksheetField,
  unit: string | null,
  isAsked: boolean,
): boolean {
  if (unit === null) return true;
  const own = [wordsIn(name.replaceAll('_', ' ')), wordsIn(description)];
  if (own.some((words) => words.includes(unit))) {
    // "The price of a night" does not count nights.
    const group = groupIn(own[0]!);
    return group === undefined || group === (OF.get(unit) ?? group);
  }
  const group = groupIn(own[0]!) ?? groupIn(own[1]!);
  return group === undefined ? isAsked && !OF.has(unit) : group === OF.get(unit);
}

interface SaidFilter {
  readonly filter: string;
  readonly start: number;
  readonly end: number;
}

export const enumValues = (type: FieldType): readonly string[] | null =>
  type.kind === 'enum' ? type.values : type.kind === 'list' ? enumValues(type.of) : null;

export const SPAN_KINDS: Readonly<Record<Span['kind'], (field: WorksheetField) => boolean>> = {
  date: ({ type }) => type.kind === 'date',
  time: ({ type }) => type.kind === 'time',
  number: ({ type }) => type.kind === 'int' || type.kind === 'float',
  email: ({ type, name, description }) => type.kind === 'str' && /e-?mail/i.test(`${name} ${description}`),
};

export function tellingAround(text: string, { start, end }: Span): readonly string[] {
  const before =
    text
      .slice(0, start)
      .split(/[,.;!?]|\band\b/i)
      .at(-1) ?? '';
  const after = text.slice(end).split(/[,.;!?]|\band\b/i)[0] ?? '';
  return [...tellingWords(before).slice(-3), ...tellingWords(after).slice(0, 2)];
}

const AT_LEAST = /\b(?:at least|over|above|more than|better than|from|minimum(?: of)?|after|since)\s*$/i;
const AT_MOST =
  /\b(?:at most|under|below|less than|cheaper than|up to|no more than|maximum(?: of)?|within|before|until|by)\s*$/i;

/** Returns a number or date with its comparison: "above 4" means at least 4, "before Friday" at most that day. */
function wanted(text: string, { start, value }: Span): string {
  const before = text.slice(0, start);
  const own = sourceOf(value);
  if (AT_LEAST.test(before)) return `at_least(${own})`;
  return AT_MOST.test(before) ? `at_most(${own})` : own;
}

export function filtersSaid(text: string, { fields }: CompiledSheet, today: string): readonly SaidFilter[] {
  const spans = spansOf(text, today);
  return [...fields.values()].flatMap(({ field }): SaidFilter[] => {
    if (field.kind !== 'input') return [];
    const values = enumValues(field.type);
    const found = values ? phraseIn(text, values) : null;
    if (found) return [{ ...found, filter: `${field.name}=${sourceOf(found.phrase)}` }];
    const place = placeRoleOf(field) && placesIn(text).find(({ role }) => role === 'in');
    if (place) return [{ ...place, filter: `${field.name}=${sourceOf(place.place)}` }];
    const own = new Set(tellingWords(`${field.name} ${field.description}`));
    const span = spans.find(
      (one) =>
        SPAN_KINDS[one.kind](field) &&
        tellingAround(text, one).some((word) => own.has(word)) &&
        (one.kind !== 'number' || fitsUnit(field, unitOf(text, one), false)),
    );
    return span ? [{ ...span, filter: `${field.name}=${wanted(text, span)}` }] : [];
  });
}

export const queryOf = (worksheet: string, filters: readonly SaidFilter[], text: string): string =>
  `${worksheet}(${[...filters.map(({ filter }) => filter), `query=${sourceOf(text.trim())}`].join(', ')})`;
