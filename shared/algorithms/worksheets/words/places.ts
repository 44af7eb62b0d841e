import type { WorksheetField } from '../../../domain/worksheet.ts';

/** Places by their prepositions: "from Basel to Bern". */

export type PlaceRole = 'from' | 'to' | 'in';

const ROLES: readonly (readonly [PlaceRole, RegExp])[] = [
  ['from', /\b(?:origin|from|departures?|start|pick ?up|leave|leaving)\b/i],
  ['to', /\b(?:destination|to|arrivals?|target|drop ?off|go|going)\b/i],
  ['in', /\b(?:city|town|village|place|location|area|region|district|country|where|venue)\b/i],
];

/** The role of a text field, by its name, else by its question; null if it holds no place. */
export function placeRoleOf({ type, name, description }: WorksheetField): PlaceRole | null {
  if (type.kind !== 'str') return null;
  const named = ROLES.find(([, words]) => words.test(name.replaceAll('_', ' ')));
  if (named) return named[0];
  return /^(?:where|(?:which|what) (?:city|town|place|country))\b/i.test(description)
    ? (ROLES.find(([, words]) => words.test(description))?.[0] ?? null)
    : null;
}

export interface SaidPlace {
  readonly role: PlaceRole;
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

const NAME = "\\p{Lu}[\\p{L}'’.-]*(?: (?:\\p{Lu}[\\p{L}'’.-]*|am|an|de|del|der|la|le|upon))*";
const SAID = new RegExp(`\\b(from|to|in|near|around) (${NAME})`, 'gu');
/** Months and days, which are not places. */
const NO_PLACE =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:sun|mon|tues|wednes|thurs|fri|satur)day|I|My)\b/i;

/** The places that a sentence names after a preposition, with a capital letter. */
export const placesIn = (text: string): readonly SaidPlace[] =>
  [...text.matchAll(SAID)].flatMap((match): SaidPlace[] => {
    const [whole, preposition = '', place = ''] = match;
    if (NO_PLACE.test(place)) return [];
    const role = preposition === 'from' || preposition === 'to' ? preposition : 'in';
    return [{ role, place: place.replace(/\.$/, ''), start: match.index, end: match.index + whole.length }];
  });

const LEAD =
  /^(?:(?:i(?:'d| would| want| need)?(?: like)? (?:to )?)?(?:leave|leaving|start|go|going|travel)\s+)?(from|to|in|at|near)\s+/i;

/** An answer without its preposition; null if the preposition speaks of another place. */
export function placeAnswered(text: string, role: PlaceRole): string | null {
  const lead = LEAD.exec(text);
  if (!lead) return text;
  const said = lead[1]!.toLowerCase();
  const isOther = (said === 'from' && role === 'to') || (said === 'to' && role === 'from');
  return isOther ? null : text.slice(lead[0].length);
}
