import { type PersonalSpan, spansOf } from '../personal-data.ts';

/** Words before a person's number. */
const CUE =
  'order|booking|reservation|reference|ref|confirmation|ticket|case|account|acct|customer|client|member(?:ship)?|invoice|' +
  'tracking|parcel|shipment|policy|claim|serial|contract|passport|licen[cs]e|loyalty|frequent flyer|imei|iccid|sim|' +
  'ssn|social security|pin|otp|passcode|pass ?code|verification|security|transaction|payment|code';
/** Words that say "number" themselves. */
const NUMBER_CUE =
  '(?:bestell|buchungs|kunden|auftrags|rechnungs|vertrags|sendungs)-?(?:nummer|nr\\.?)|' +
  'num[ée]ro de (?:commande|dossier|client|r[ée]servation)|n[úu]mero de (?:pedido|reserva|cliente|referencia)';
/** Words must end there: "ID" does not match the beginning of "IDXPOR2N". */
const LINK =
  '(?:(?:numbers?|num|nos?|nr|id|code|key|reference|is|was|now|ist)(?![\\p{L}\\p{N}])|[:=#.–“"\'-])';

/** A value after such words: at least three characters, including a digit. */
const LINKED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${CUE})(?: ?${LINK}){1,5}|(?:${NUMBER_CUE})(?: ?${LINK}){0,3}) ?(?<![\\p{L}\\p{N}])(?<value>[A-Z0-9](?:[-_/]?[A-Z0-9]){2,39})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Five digits or more may follow at once: "order 48213". */
const UNLINKED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${CUE}) (?<value>[A-Z]{0,4}-?\\d{5,20})(?![\\p{L}\\p{N}])`,
  'giu',
);
const HASH = /(?<![\p{L}\p{N}&])#(?<value>[A-Z]{0,4}-?\d{5,20})(?![\p{L}\p{N}])/giu;

/** Letters and digits in one word, or words joined with hyphens. */
const MIXED =
  /(?<![\p{L}\p{N}@#._/-])(?=[A-Z-]{0,40}\d)(?=[\d-]{0,40}[A-Z])[A-Z0-9]{1,40}(?:-[A-Z0-9]{1,40}){0,7}(?![\p{L}\p{N}@_-])/giu;
/** Seven digits or more, as one or hyphenated. */
const LONG =
  /(?<![\p{L}\p{N}.,-])\d{7,40}(?![\p{L}\p{N}]|[.,]\d)|(?<![\p{L}\p{N}.,-])\d{2,12}(?:-\d{2,12}){1,4}(?![\p{L}\p{N}-])/gu;
const FEWEST_DIGITS = 7;
/** "1016-1098 North Street" is a house, and 2019-2024 are years. */
const FEWEST_IN_TWO = 9;

const identityOf = (written: string): string => written.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Numbers of orders, bookings, accounts and the like: what follows such a word, codes of letters and digits, and
 * long runs of digits.
 *
 * @param text where dates, times and prices have been made blank
 */
export function findReferenceNumbers(text: string): PersonalSpan[] {
  return [
    ...valuesOf(text, LINKED).filter(({ written }) => /\d/.test(written) || isCodeOfLetters(written)),
    ...valuesOf(text, UNLINKED),
    ...valuesOf(text, HASH),
  ]
    .map(({ written, start }) => spanOf(written, start))
    .concat(
      spansOf(text, MIXED, 'number', ([match]) => (isCode(match) ? identityOf(match) : null)),
      spansOf(text, LONG, 'number', ([match]) =>
        match.replace(/\D/g, '').length >= (/^\d+-\d+$/.test(match) ? FEWEST_IN_TWO : FEWEST_DIGITS)
          ? identityOf(match)
          : null,
      ),
    );
}

function valuesOf(text: string, pattern: RegExp): { written: string; start: number }[] {
  return [...text.matchAll(pattern)].map((match) => {
    const written = match.groups?.value ?? '';
    return { written, start: match.index + match[0].length - written.length };
  });
}

const spanOf = (written: string, start: number): PersonalSpan => ({
  start,
  end: start + written.length,
  kind: 'number',
  identity: identityOf(written),
});

/**
 * "FRXKEHUT" after "reference number is" is not a word, because nobody writes a word of that length in
 * capitals there.
 */
const isCodeOfLetters = (written: string): boolean => /^[A-Z]{5,12}$/.test(written);

/**
 * True for a code, false for words that hold digits: "covid19", "iphone12", "24hours", "15th-24th", "a380", "mp3". A
 * code has six characters or more, and changes more than once between letters and digits or has four digits.
 */
function isCode(written: string): boolean {
  const compact = identityOf(written);
  if (compact.length < 6 || /(?:^|\d)(?:st|nd|rd|th)(?![a-z0-9])/i.test(written)) return false;
  // "24-hour", "covid-19-test": hyphenated words with a number among them.
  if (written.split('-').every((part) => /^(?:[a-z]+|\d{1,4})$/.test(part))) return false;
  const shouted = !/[a-z]/.test(written);
  const isWordWithNumber =
    /^\d{1,4}(?:-?[A-Z]+)+$/i.test(written) || /^[A-Z]+(?:-[A-Z]+)*-?\d{1,3}$/i.test(written);
  if (isWordWithNumber) return shouted && compact.length >= 8;
  const digits = compact.replace(/\D/g, '').length;
  const changes = compact.match(/[A-Z]+|\d+/g)?.length ?? 0;
  return digits >= 4 || (changes > 2 && (shouted || digits > 1));
}
