import type { PlaceholderClass } from './placeholders.ts';

/** A stretch of a text that is replaced by a placeholder. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly stands: PlaceholderClass;
  readonly domain: string | null;
}

/** Values recognized by their form and not by a list; group 1, if any, is replaced. */
const PATTERNS: readonly (readonly [PlaceholderClass, RegExp])[] = [
  ['time', /(?<![\d:])\d{1,2}:\d{2}(?: ?[ap]\.?m\b\.?)?/gi],
  ['time', /(?<![\d:.])\d{1,2} ?[ap]\.?m\b\.?/gi],
  ['time', /(?<![\d.:])\d{1,3}[ -](?:minutes?|mins?|hours?)\b/gi],
  ['price', /[£$] ?\d{1,4}(?:\.\d{1,2})?(?: ?(?:pounds?|gbp))?(?!\d)/gi],
  ['price', /(?<![\d.])\d{1,4}(?:\.\d{1,2})? ?(?:pounds?|gbp|dollars?|euros?)\b/gi],
  ['price', /\b(?:cheap|cheaply|moderate|moderately|expensive)\b/gi],
  [
    'price',
    /\b(?:entrance|entry|admission|fee|cost|charge|admittance)s?\b(?: \p{L}{1,12}){0,4} (free)(?! (?:wifi|wi-fi|internet|parking))\b/giu,
  ],
  ['price', /\b(free) (?:\p{L}{1,12} ){0,3}(?:entrance|entry|admission|admittance|charge)\b/giu],
  ['price', /\b(?:no|free) (?:(?:entrance|entry|admission) )?fee\b|\bfree (?:to|of)\b/gi],
  ['day', /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi],
  ['count', /(?<![\d.:])(?:\d|zero|one|two|three|four|five)[ -]stars?\b/gi],
  [
    'count',
    /(?<![\d.:])(?:\d{1,2}|one|two|three|four|five|six|seven|eight) (?:people|persons?|guests?|nights?|tickets?)\b/gi,
  ],
  ['internet', /\b(?:internet|wi-?fi)\b/gi],
  ['parking', /\bparking\b/gi],
  // Eight capital letters and digits, or something called a reference; both with a letter or a cue.
  ['reference', /\b(?=[A-Z0-9]{0,7}[A-Z])(?=[A-Z0-9]{0,7}\d|[A-Z]{8}\b)[A-Z0-9]{8}\b/g],
  [
    'reference',
    /\b(?:reference|confirmation|ref|booking)(?: ?(?:number|no\.?|code|#))?(?: ?(?:is|was|of))? ?[:#]? {0,3}(?=[a-z]{0,9}\d)([a-z0-9]{6,10})\b/gi,
  ],
];

const TAXI_PHONE = /(?<!\d)\d{10,11}(?!\d)/g;

/** All matches of a pattern; they may overlap. O(length) per pattern. */
export function patternSpans(text: string, hasTaxis: boolean): Span[] {
  const spans: Span[] = [];
  for (const [stands, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      spans.push({ start, end: start + value.length, stands, domain: null });
    }
  }
  if (hasTaxis) {
    for (const match of text.matchAll(TAXI_PHONE)) {
      spans.push({ start: match.index, end: match.index + match[0].length, stands: 'phone', domain: 'taxi' });
    }
  }
  return spans;
}
