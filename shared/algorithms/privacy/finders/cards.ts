import { digitsOf, type PersonalSpan, spansOf } from '../personal-data.ts';

/** 13 to 19 digits in any grouping (ISO/IEC 7812). */
const CANDIDATE = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Issuers begin with 3 to 6, and with 2221 to 2720. */
const ISSUER = /^(?:[3-6]|2[2-7])/;

/** Payment cards: the right length, an issuer's beginning and a check digit that fits. */
export function findCards(text: string): PersonalSpan[] {
  return spansOf(text, CANDIDATE, 'card', ([match]) => {
    const digits = digitsOf(match);
    return ISSUER.test(digits) && passesLuhn(digits) ? digits : null;
  });
}

/** The check of payment cards (ISO/IEC 7812-1, annex B). A run of one digit passes it and is no card. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}
