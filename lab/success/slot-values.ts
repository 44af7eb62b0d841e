/** Spellings of slots in MultiWOZ 2.1 and 2.2, ConvLab-2 and CamRest676, brought together for comparison. */

/** Different names of the same slot in MultiWOZ 2.1 and 2.2, ConvLab-2 and CamRest676. */
const SLOT_ALIASES: ReadonlyMap<string, string> = new Map([
  ['arrive', 'arriveby'],
  ['leave', 'leaveat'],
  ['dest', 'destination'],
  ['depart', 'departure'],
  ['addr', 'address'],
  ['post', 'postcode'],
  ['ref', 'reference'],
  ['fee', 'entrancefee'],
  ['ticket', 'price'],
  ['cartype', 'car'],
]);

/** A slot's name in lower case without blanks and punctuation: "Arrive By", "arrive_by" and "arrive" are `arriveby`. */
export function slotKey(name: string): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return SLOT_ALIASES.get(plain) ?? plain;
}

const UNCONSTRAINED = new Set([
  '',
  'dontcare',
  'donotcare',
  'doesntmatter',
  'notmentioned',
  'none',
  'any',
  '?',
]);

/** True if a value means "anything" or "not said". */
export function isUnconstrained(value: string): boolean {
  return UNCONSTRAINED.has(squeeze(value)) || value.trim() === '?';
}

/** Letters and digits only, in lower case: "C.B 2, 1 A.B" is `cb21ab`. */
export function squeeze(value: string): string {
  return value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

const TIMES = new Set(['arriveby', 'leaveat', 'time', 'booktime']);

/** Words that mean a time, in minutes after midnight, as in the published evaluation. */
const TIME_WORDS: ReadonlyMap<string, number> = new Map([
  ['morning', 8 * 60],
  ['lunch', 12 * 60],
  ['noon', 12 * 60],
  ['midday', 12 * 60],
  ['afternoon', 13 * 60],
]);

/** Minutes after midnight of "17:30", "after 5:30 pm", "1730", "5pm", "noon"; null if no time is said. */
export function minutesOfTime(value: string): number | null {
  const lower = value.toLowerCase();
  const clock = /(\d{1,2})\s?[:.]\s?(\d{2})(?!\d)/.exec(lower);
  const digits = clock ?? /(?<!\d)(\d{1,2})(\d{2})(?!\d)/.exec(lower) ?? /(?<!\d)(\d{1,2})(?!\d)/.exec(lower);
  if (!digits) {
    for (const [word, minutes] of TIME_WORDS) if (squeeze(lower).includes(word)) return minutes;
    return null;
  }
  const hours = Number(digits[1]);
  const minutes = Number(digits[2] ?? 0);
  if (hours > 24 || minutes > 59) return null;
  const isAfternoon = /\d\s?p\.?\s?m/.test(lower) && hours < 12;
  const isMidnight = /\d\s?a\.?\s?m/.test(lower) && hours === 12;
  return (isAfternoon ? hours + 12 : isMidnight ? 0 : hours) * 60 + minutes;
}

const isTimeSlot = (slot: string): boolean => TIMES.has(slot);

/** Spellings of whole values by slot, squeezed on both sides; "*" is every slot. */
const VALUE_ALIASES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  '*': new Map([['center', 'centre']]),
  area: new Map([
    ['citycentre', 'centre'],
    ['citycenter', 'centre'],
  ]),
  pricerange: new Map([
    ['moderately', 'moderate'],
    ['moderatelypriced', 'moderate'],
    ['cheaply', 'cheap'],
  ]),
  type: new Map([
    ['guesthouses', 'guesthouse'],
    ['bedandbreakfast', 'guesthouse'],
    ['mutliplesports', 'multiplesports'],
    ['museums', 'museum'],
    ['colleges', 'college'],
  ]),
  internet: new Map([['free', 'yes']]),
  parking: new Map([['free', 'yes']]),
};

const WORD_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/&/g, ' and '],
  [/['’`]/g, ''],
  [/\bcenter\b/g, 'centre'],
  [/\btheater\b/g, 'theatre'],
  [/\bguesthouse\b/g, 'guest house'],
  [/[^\p{L}\p{N}]+/gu, ' '],
];

/** Longer values are not names. The rest is not compared. */
const LONGEST_NAME = 200;

/** A name or place in lower case, words apart: "Kettle's Yard & Co." is `kettles yard and co`. */
export function nameForm(value: string): string {
  let form = value.slice(0, LONGEST_NAME).toLowerCase();
  for (const [pattern, spelling] of WORD_SPELLINGS) form = form.replace(pattern, spelling);
  return form.trim();
}

/** Slots compared by likeness rather than by equality; the others are closed lists. */
const FUZZY = new Set(['name', 'food', 'departure', 'destination']);

export const isFuzzySlot = (slot: string): boolean => FUZZY.has(slot);

/** Returns a value's comparable form: a name's words, a time's minutes ('' if unreadable), or letters. */
export function comparedForm(slot: string, value: string): string {
  if (isTimeSlot(slot)) {
    const minutes = minutesOfTime(value);
    return minutes === null ? '' : String(minutes);
  }
  if (isFuzzySlot(slot)) return nameForm(value);
  const plain = squeeze(value);
  return VALUE_ALIASES[slot]?.get(plain) ?? VALUE_ALIASES['*'].get(plain) ?? plain;
}

/** Returns the alternatives of a value: "cheap|moderate" and "cheap>moderate" allow both, "dontcare" anything. */
export function alternativesOf(value: unknown): readonly string[] {
  const parts: string[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one === 'string') parts.push(...one.split(/[|<>]/));
    else if (typeof one === 'number') parts.push(String(one));
    else if (typeof one === 'boolean') parts.push(one ? 'yes' : 'no');
  }
  return parts.some(isUnconstrained) ? [] : [...new Set(parts.map((part) => part.trim()))];
}
