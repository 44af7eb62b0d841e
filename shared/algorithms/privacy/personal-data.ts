export const PERSONAL_DATA_KINDS = [
  'email',
  'phone',
  'card',
  'iban',
  'number',
  'url',
  'ip',
  'password',
  'handle',
  'name',
] as const;

export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** A stretch of personal data in a text, in UTF-16 units. */
export interface PersonalSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: PersonalDataKind;
  /** One form for all spellings: digits only, lower case, without spaces. */
  readonly identity: string;
}

/** Returns every match of a pattern as a span, except those for which `identify` returns null. */
export function spansOf(
  text: string,
  pattern: RegExp,
  kind: PersonalDataKind,
  identify: (match: RegExpExecArray) => string | null,
): PersonalSpan[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const identity = identify(match);
    return identity === null
      ? []
      : [{ start: match.index, end: match.index + match[0].length, kind, identity }];
  });
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const PLACEHOLDER = new RegExp(`\\[(?:${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`);

/** Names that a later message introduces are also masked in earlier messages, so the same text may get more masks. */
export function sameButMasks(earlier: string, masked: string): boolean {
  const parts = masked.split(PLACEHOLDER);
  const last = parts.pop() ?? '';
  if (parts.length === 0) return earlier === last;
  const [first = '', ...middle] = parts;
  if (!earlier.startsWith(first)) return false;
  let at = first.length;
  for (const part of middle) {
    // A placeholder is never empty.
    const found = earlier.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return earlier.length > at + last.length && earlier.endsWith(last);
}
