import { slotKey } from './slot-values.ts';

export const PLACEHOLDER_CLASSES = [
  'name',
  'address',
  'phone',
  'postcode',
  'reference',
  'trainid',
  'area',
  'food',
  'price',
  'time',
  'day',
  'place',
  'count',
  'type',
  'car',
  'internet',
  'parking',
  'department',
  'openhours',
  'id',
] as const;
export type PlaceholderClass = (typeof PLACEHOLDER_CLASSES)[number];

const CLASS_OF_SLOT: ReadonlyMap<string, PlaceholderClass> = new Map([
  ...PLACEHOLDER_CLASSES.map((name) => [name, name] as const),
  ...Object.entries({
    price: ['pricerange', 'entrancefee'],
    time: ['arriveby', 'leaveat', 'duration', 'booktime'],
    day: ['bookday'],
    place: ['departure', 'destination'],
    count: ['stars', 'people', 'stay', 'bookpeople', 'bookstay', 'choice'],
    trainid: ['train', 'trainnumber'],
    car: ['cartype', 'taxitype', 'taxitypes', 'color', 'colour'],
  } satisfies Partial<Record<PlaceholderClass, readonly string[]>>).flatMap(([name, slots]) =>
    slots.map((slot) => [slot, name as PlaceholderClass] as const),
  ),
]);

export function classOfSlot(slot: string, domain: string | null = null): PlaceholderClass | null {
  const key = slotKey(slot);
  // Only a train's id is said aloud.
  if (key === 'id' && (domain === null || domain === 'train' || domain === 'value')) return 'trainid';
  if (key === 'type' && domain === 'taxi') return 'car';
  return CLASS_OF_SLOT.get(key) ?? null;
}

interface Placeholder {
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** The domain at the start of its name; null for none or `value`. */
  readonly domain: string | null;
  /** Null if its meaning is unknown. */
  readonly stands: PlaceholderClass | null;
}

const PLACEHOLDER = /\[([\p{L}\p{N}][\p{L}\p{N} _.-]{0,59})\]/gu;

/** `[restaurant_name]`, `[restaurant-name]`, `[value_name]` and `[name]` are all names; `domains` are first words. */
export function findPlaceholders(text: string, domains: ReadonlySet<string>): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => {
    const name = match[1].toLowerCase();
    const [first, ...rest] = name.split(/[ _.-]+/);
    const isPrefixed = rest.length > 0 && (first === 'value' || domains.has(first));
    const prefix = isPrefixed ? first : null;
    return {
      written: match[0],
      start: match.index,
      end: match.index + match[0].length,
      domain: prefix === 'value' ? null : prefix,
      stands: isPrefixed ? classOfSlot(rest.join(''), prefix) : classOfSlot(name),
    };
  });
}

/** Returns a delexicalized answer for BLEU: lower case, placeholders by class, equal for tokenized and plain text. */
export function textForBleu(delexicalised: string, domains: ReadonlySet<string>): string {
  let text = '';
  let from = 0;
  for (const { start, end, stands } of findPlaceholders(delexicalised, domains)) {
    text += delexicalised.slice(from, start);
    // A word that no text has, so that brackets and neighbors are no tokens.
    text += stands === null ? delexicalised.slice(start, end) : ` slot${stands} `;
    from = end;
  }
  text += delexicalised.slice(from);
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ (?=(?:n['’]t|['’](?:s|m|d|re|ve|ll))(?![\p{L}\p{N}]))/gu, '')
    .replace(/ (?=[.,!?;:)])/g, '')
    .trim();
}
