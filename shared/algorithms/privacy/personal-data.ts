/** Kinds of personal data that are recognized by form, or by the words that introduce them. */
export const PERSONAL_DATA_KINDS = [
  'email',
  'phone',
  'card',
  'iban',
  'number',
  'url',
  'ip',
  'password',
  'name',
] as const;

export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** A stretch of personal data in a text, in UTF-16 units. */
export interface PersonalSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: PersonalDataKind;
  /** A form that is equal for all spellings of the same datum: digits only, lower case, without spaces. */
  readonly identity: string;
}

/** Every match of a pattern as a span, unless `identify` refuses it with null. */
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
