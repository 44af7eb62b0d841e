import { isOneEditApart, type TextWord, textWords } from './entity-database.ts';
import type { Lexicon, LexiconEntry, LexiconNode } from './lexicon.ts';
import type { PlaceholderClass } from './placeholders.ts';

interface Span {
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
function patternSpans(text: string, hasTaxis: boolean): Span[] {
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

export type Delexicalise = (text: string) => string;

/** The most words of a code: "C.B 2, 1 A.B" has six. */
const CODE_WORDS = 8;

/**
 * Replaces values by `[domain_class]`, or `[class]` if several domains (or none) have the value.
 * The earliest of overlapping spans wins, then the longest, then the list's. Repeating changes nothing.
 * An unknown word of six or more letters may be a name's only word one letter away.
 */
export function createDelexicaliser(lexicon: Lexicon): Delexicalise {
  const corrected = new Map<string, string | null>();

  function correctionOf(word: string): string | null {
    if (word.length < 6 || lexicon.words.has(word)) return null;
    let correction = corrected.get(word);
    if (correction === undefined) {
      const near = [word.length - 1, word.length, word.length + 1]
        .flatMap((length) => lexicon.nameWords.get(length) ?? [])
        .filter((other) => isOneEditApart(word, other));
      correction = near.length === 1 ? near[0] : null;
      corrected.set(word, correction);
    }
    return correction;
  }

  function spansOf(text: string): Span[] {
    const words = textWords(text);
    const forms = words.map((word) => {
      const correction = word.forms.length > 0 ? correctionOf(word.forms[0]) : null;
      return correction === null ? word.forms : [...word.forms, correction];
    });
    const spans: Span[] = [];
    for (let at = 0; at < words.length; at++) {
      const value = longestValue(lexicon.root, forms, at);
      if (value) spans.push(spanOf(words, at, value.to, value.entry));
      const code = longestCode(lexicon, words, at);
      if (code) spans.push(spanOf(words, at, code.to, code.entry));
    }
    const kept = words.filter((word) => word.forms.length === 0);
    for (const span of patternSpans(text, lexicon.hasTaxis)) {
      if (!kept.some((word) => span.start < word.end && word.start < span.end)) spans.push(span);
    }
    // The sort is stable: lists before patterns.
    return spans.sort((left, right) => left.start - right.start || right.end - left.end);
  }

  return (text) => {
    let written = '';
    let from = 0;
    for (const { start, end, stands, domain } of spansOf(text)) {
      if (start < from) continue;
      written += `${text.slice(from, start)}[${domain === null ? '' : `${domain}_`}${stands}]`;
      from = end;
    }
    return written + text.slice(from);
  };
}

interface FoundValue {
  readonly to: number;
  readonly entry: LexiconEntry;
}

/** Walks the tree of words along every spelling. The longest value wins; ties go to the first spelling. */
function longestValue(
  node: LexiconNode,
  forms: readonly (readonly string[])[],
  at: number,
): FoundValue | null {
  if (at >= forms.length) return null;
  let best: FoundValue | null = null;
  for (const form of forms[at]) {
    const next = node.next.get(form);
    if (!next) continue;
    const longer = longestValue(next, forms, at + 1);
    const found = longer ?? (next.entry === null ? null : { to: at, entry: next.entry });
    if (found && (best === null || found.to > best.to)) best = found;
  }
  return best;
}

function longestCode(
  { codes, longestCode }: Lexicon,
  words: readonly TextWord[],
  at: number,
): FoundValue | null {
  let best: FoundValue | null = null;
  let squeezed = '';
  for (let to = at; to < words.length && to < at + CODE_WORDS; to++) {
    if (words[to].forms.length === 0) break;
    squeezed += words[to].forms[0];
    if (squeezed.length > longestCode) break;
    const entry = codes.get(squeezed);
    if (entry) best = { to, entry };
  }
  return best;
}

function spanOf(
  words: readonly TextWord[],
  from: number,
  to: number,
  { stands, domains }: LexiconEntry,
): Span {
  const [domain] = domains;
  return { start: words[from].start, end: words[to].end, stands, domain: domains.size === 1 ? domain : null };
}
