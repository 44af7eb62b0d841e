import { digitsOf, type PersonalSpan, spansOf } from '../personal-data.ts';

/** Digits in the groupings people write telephone numbers in, a "+" or a bracket at the front. */
const CANDIDATE =
  /(?<![\p{L}\p{N}:/-])(?<!\d[.,])(?:\+ ?|\(\+?)?\d(?:[ \u00a0]?[().\-/–]?[ \u00a0]?\d){5,16}(?![\p{L}\p{N}])/gu;

const NAMED_BEFORE =
  /\b(?:phone|telephone|tel|call|mobile|cell|fax|whatsapp|contact|dial|text|reach(?:ed)?|ring|landline|number|telefon|handy|t[ée]l[ée]phone|tel[ée]fono|m[óo]vil)\b[^\d\n]{0,30}$/i;
const NAMED_BEHIND = /^[ ,]{0,2}is (?:\p{L}+ ){0,2}(?:phone|telephone|contact|mobile|number)\b/iu;

/** E.164: at most 15 digits, the country's among them. */
const MOST_DIGITS = 15;

/**
 * Telephone numbers: international ones by their "+" or "00", national ones by a trunk zero, a bracketed area, the
 * North American grouping, or the words before them. A bare run of digits is left to the search for numbers.
 *
 * @param text where dates, times and prices have been made blank
 */
export function findPhones(text: string): PersonalSpan[] {
  return spansOf(text, CANDIDATE, 'phone', (match) => {
    const [written] = match;
    const digits = digitsOf(written);
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const behind = text.slice(match.index + written.length, match.index + written.length + 60);
    return looksLikePhone(written, digits, NAMED_BEFORE.test(before) || NAMED_BEHIND.test(behind))
      ? digits
      : null;
  });
}

function looksLikePhone(written: string, digits: string, named: boolean): boolean {
  if (digits.length < 6 || new Set(digits).size < 2) return false;
  if (written.startsWith('+') || written.startsWith('(+'))
    return digits.length >= 8 && digits.length <= MOST_DIGITS;
  if (/^00 ?[1-9]/.test(written)) return digits.length >= 10 && digits.length <= MOST_DIGITS + 2;
  if (digits.length > MOST_DIGITS) return false;
  // A decimal number.
  if (/^\d+\.\d+$/.test(written)) return false;
  if (named) return true;
  const groups = written.split(/\D+/).filter(Boolean);
  // North America: 555-0123, 415-555-0123, (415) 555 0123, 1 415 555 0123
  if (/^\d{3}-\d{4}$/.test(written)) return true;
  if (/^(?:1,)?\d{3},\d{3},\d{4}$/.test(groups.join())) return true;
  if (digits.length < 9) return false;
  if (/^\(\d/.test(written)) return true;
  // A trunk zero, then groups that make 9 to 12 digits: 01223 358 966, 0171/1234567, 06 12 34 56 78, 07700900123
  if (/^0[1-9]/.test(digits) && digits.length <= 12) return true;
  // Also without it, if the last group is a subscriber's: 20 7071 5029, 99900 06518. Excludes years.
  return (
    groups.length > 1 &&
    groups.length < 6 &&
    groups.at(-1)!.length >= 4 &&
    !groups.every((group) => /^(?:19|20)\d\d$/.test(group))
  );
}
