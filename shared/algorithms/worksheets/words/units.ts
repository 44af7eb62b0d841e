import type { WorksheetField } from '../../../domain/worksheet.ts';
import { tellingWords, wordsIn } from './spans.ts';

/** The units of numbers: "2 nights" is not a number of people. */

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

/** The word that says what a number counts, as a stem: the one after it, or a currency. */
export function unitOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string | null {
  if (/[$€£]/.test(text.slice(Math.max(0, start - 1), start + 1))) return 'dollar';
  const after = /^\s*(?:of |more |other |whole |full )?([\p{L}]+)/u.exec(text.slice(end))?.[1] ?? '';
  const [stem] = wordsIn(after);
  return stem !== undefined && (OF.has(stem) || /[^s]s$/.test(after)) && tellsSomething(after) ? stem : null;
}

const tellsSomething = (word: string): boolean =>
  word.toLowerCase() === 'us' || tellingWords(word).length > 0;

/** True if a field may hold a number of this unit. */
export function fitsUnit(
  { name, description }: WorksheetField,
  unit: string | null,
  isAsked: boolean,
): boolean {
  if (unit === null) return true;
  const own = [wordsIn(name.replaceAll('_', ' ')), wordsIn(description)];
  if (own.some((words) => words.includes(unit))) {
    // "The price of a night" is no number of nights.
    const group = groupIn(own[0]!);
    return group === undefined || group === (OF.get(unit) ?? group);
  }
  const group = groupIn(own[0]!) ?? groupIn(own[1]!);
  return group === undefined ? isAsked && !OF.has(unit) : group === OF.get(unit);
}
