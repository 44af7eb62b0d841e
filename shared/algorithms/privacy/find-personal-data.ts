import { findSecrets } from './finders/secrets.ts';
import { digitsOf, type PersonalSpan, spansOf } from './personal-data.ts';

/** Matches 13 to 19 digits in any grouping (ISO/IEC 7812). */
const CARD_CANDIDATE = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g;

const ISSUER = /^(?:[3-6]|2[2-7])/;

function findCards(text: string): PersonalSpan[] {
  return spansOf(text, CARD_CANDIDATE, 'card', ([match]) => {
    const digits = digitsOf(match);
    return ISSUER.test(digits) && passesLuhn(digits) ? digits : null;
  });
}

/** Checks a card's digit (ISO/IEC 7812-1, annex B). A repeated digit is valid but not a card. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}

const LOCAL = /[\p{L}\p{N}._%+'’=&*!~-]/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,24}(?![\p{L}\p{N}])/u;
/** The longest part before the "@" (RFC 5321, 4.5.3.1). */
const LONGEST_LOCAL = 64;

/** Matches "jo at example dot com", as people dictate an address, but only with a common ending. */
const SPOKEN =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._-]{1,64} ?(?:\(at\)|\[at\]|\bat\b|@) ?[\p{L}\p{N}-]{1,63} ?(?:\(dot\)|\[dot\]|\bdot\b) ?(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|es|it|nl|in|cn|co dot uk)(?![\p{L}\p{N}])/giu;

function findEmails(text: string): PersonalSpan[] {
  const spans: PersonalSpan[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < LONGEST_LOCAL && LOCAL.test(text[start - 1]!)) start--;
    // A sentence's quote or full stop is no part of the address.
    while (start < at && /['’.=&*!~-]/.test(text[start]!)) start++;
    const domain = DOMAIN.exec(text.slice(at + 1, at + 256))?.[0];
    if (start === at || domain === undefined) continue;
    const end = at + 1 + domain.length;
    spans.push({ start, end, kind: 'email', identity: text.slice(start, end).toLowerCase() });
  }
  return [
    ...spans,
    ...spansOf(text, SPOKEN, 'email', ([match]) =>
      match
        .toLowerCase()
        .replace(/ ?(?:\(at\)|\[at\]|\bat\b|@) ?/, '@')
        .replace(/ ?(?:\(dot\)|\[dot\]|\bdot\b) ?/g, '.'),
    ),
  ];
}

/** Matches "@ada" or "@115712", which leads to a person's profile, but not "@scope/package". */
const HANDLE = /(?<![\p{L}\p{N}_@/-])@\w{2,30}(?![\p{L}\p{N}@/-]|\.\p{L})/gu;

const findHandles = (text: string): PersonalSpan[] =>
  spansOf(text, HANDLE, 'handle', ([match]) => match.toLowerCase());

/** The length of account numbers by country, from the IBAN registry (ISO 13616). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'NO15 BE16 DK18 FI18 FO18 FK18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 ' +
    'CH21 HR21 LI21 LV21 BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 ' +
    'AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 ' +
    'BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28 LB28 NI28 PL28 SV28 ' +
    'BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 SC31 LC32 MT31 RU33'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const BEGINNING = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?= ?[A-Z0-9])/giu;

/** Finds account numbers. The length must fit the country, and the remainder by 97 must be 1 (ISO 13616). */
function findIbans(text: string): PersonalSpan[] {
  return [...text.matchAll(BEGINNING)].flatMap((match) => {
    const length = LENGTHS[match[0].slice(0, 2).toUpperCase()];
    if (length === undefined) return [];
    let end = match.index;
    let compact = '';
    while (compact.length < length && end < text.length) {
      const character = text[end]!;
      if (/[A-Z0-9]/i.test(character)) compact += character.toUpperCase();
      else if (!/[ -]/.test(character) || !/[A-Z0-9]/i.test(text[end + 1] ?? '')) break;
      end++;
    }
    if (compact.length < length || /[A-Z0-9]/i.test(text[end] ?? '') || !passesMod97(compact)) return [];
    return [{ start: match.index, end, kind: 'iban' as const, identity: compact }];
  });
}

/** Checks an account number's digits (ISO 7064, MOD 97-10). `compact` is in upper case, without spaces. */
export function passesMod97(compact: string): boolean {
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const V4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/g;
const V6 = /(?<![\p{L}\p{N}:.])(?=[0-9a-f:]{0,38}:[0-9a-f]{0,4}:)[0-9a-f:]{3,39}(?![\p{L}\p{N}:])/giu;

/** Finds IP addresses. A version number of four parts is found, too, because it looks the same. */
function findIpAddresses(text: string): PersonalSpan[] {
  return [
    ...spansOf(text, V4, 'ip', ([match]) =>
      match.split('.').every((part) => Number(part) < 256) ? match : null,
    ),
    ...spansOf(text, V6, 'ip', ([match]) => (isIpv6(match) ? match.toLowerCase() : null)),
  ];
}

/** Accepts eight groups of up to four hexadecimal digits, one run of zeros possibly left out (RFC 4291, 2.2). */
function isIpv6(candidate: string): boolean {
  const halves = candidate.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1
    ? groups.length === 8
    : groups.length >= 2 && groups.length < 8 && /\d/.test(candidate);
}

/** Matches numbers that identify nobody: dates, times, prices, shares, measures. */
const HARMLESS: readonly RegExp[] = [
  // 2019-03-14, 14/03/2019, 14.3.19, with a time behind a "T"
  /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d|[-/.]\d)/g,
  // 10:30, 10:30:15, 10.30 pm, 1030 hours
  /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])|(?<!\d)\d{1,2}(?:[.:]\d{2})? ?[ap]\.?m\b|(?<!\d)\d{4} ?(?:hours|hrs|h)\b/gi,
  // $1,200.50, EUR 90
  /(?:[$£€¥₹]|\b(?:usd|eur|gbp|rs|inr|chf)\.?) ?\d{1,3}(?:[, ']\d{3}){0,3}(?:\.\d{1,2})?(?!\d)|(?:[$£€¥₹]|\b(?:usd|eur|gbp|rs|inr|chf)\.?) ?\d{1,8}(?:[.,]\d{1,2})?(?!\d)/gi,
  // 1,200 dollars, 40 %, 35 km
  /(?<![\p{L}\d.,])(?:\d{1,3}(?:[,. ']\d{3}){0,3}|\d{1,8})(?:[.,]\d{1,2})? ?(?:[$£€¥₹%]|(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp|rupees|percent|miles?|km|kilometers?|minutes?|mins?|seconds?|hours?|days?|weeks?|months?|years?|people|persons?|guests?|nights?|stars?|gb|mb|kb|tb|mbps|kg|lbs?|degrees?)\b)/giu,
  // 1,234,567 with thousands marked
  /(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/g,
  /(?<![\d.])\d{1,6}\.\d{1,6}(?![\d.])/g,
];

/** Blanks harmless numbers, so that no phone or order number begins inside a date. Positions stay the same. */
function withoutHarmlessNumbers(text: string): string {
  return HARMLESS.reduce(
    (rest, pattern) => rest.replace(pattern, (match) => '\u0000'.repeat(match.length)),
    text,
  );
}

const URL_OF_ANY_SCHEME = /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`]{1,2000}/giu;
const CREDENTIALS = /^[a-z0-9+.-]+:\/\/[^/?#]{1,300}@/i;
const SECRET_PARAMETER =
  /[?&#;](?:[\w-]{0,20}(?:token|secret|passw(?:or)?d|signature|session|apikey)|pwd|pass|sig|key|api[_-]?key|auth|sid|code|otp|jwt|email|phone|user(?:id|name)?|order|booking|ticket|reset)[\w-]{0,10}=[^&#;\s]/i;
/** Matches a part of a path that nobody would type, as in links that give access to anyone. */
const SECRET_PART = /\/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?=[/?#]|$)/i;

function findSecretUrls(text: string): PersonalSpan[] {
  return spansOf(text, URL_OF_ANY_SCHEME, 'url', ([match]) =>
    CREDENTIALS.test(match) || SECRET_PARAMETER.test(match) || SECRET_PART.test(match) ? match : null,
  );
}

const PHONE_CANDIDATE =
  /(?<![\p{L}\p{N}:/-])(?<!\d[.,])(?:\+ ?|\(\+?)?\d(?:[ \u00a0]?[().\-/–]?[ \u00a0]?\d){5,16}(?![\p{L}\p{N}])/gu;

const NAMED_BEFORE =
  /\b(?:phone|telephone|tel|call|mobile|cell|fax|whatsapp|contact|dial|text|reach(?:ed)?|ring|landline|number|telefon|handy|t[ée]l[ée]phone|tel[ée]fono|m[óo]vil)\b[^\d\n]{0,30}$/i;
const NAMED_BEHIND = /^[ ,]{0,2}is (?:\p{L}+ ){0,2}(?:phone|telephone|contact|mobile|number)\b/iu;

/** The most digits of a telephone number, including the country code (E.164). */
const MOST_DIGITS = 15;

/**
 * Finds telephone numbers. Bare digits are left to the search for numbers.
 * In `text`, dates, times and prices are blanked.
 */
function findPhones(text: string): PersonalSpan[] {
  return spansOf(text, PHONE_CANDIDATE, 'phone', (match) => {
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

const CUE =
  'order|booking|reservation|reference|ref|confirmation|ticket|case|account|acct|customer|client|member(?:ship)?|invoice|' +
  'tracking|parcel|shipment|policy|claim|serial|contract|passport|licen[cs]e|loyalty|frequent flyer|imei|iccid|sim|' +
  'ssn|social security|pin|otp|passcode|pass ?code|verification|security|transaction|payment|code';
const NUMBER_CUE =
  '(?:bestell|buchungs|kunden|auftrags|rechnungs|vertrags|sendungs)-?(?:nummer|nr\\.?)|' +
  'num[ée]ro de (?:commande|dossier|client|r[ée]servation)|n[úu]mero de (?:pedido|reserva|cliente|referencia)';
/** The end of such words: "ID" must not match the beginning of "IDXPOR2N". */
const LINK =
  '(?:(?:numbers?|num|nos?|nr|id|code|key|reference|is|was|now|ist)(?![\\p{L}\\p{N}])|[:=#.–“"\'-])';

/** A value after such words: at least three characters, with a digit. */
const LINKED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${CUE})(?: ?${LINK}){1,5}|(?:${NUMBER_CUE})(?: ?${LINK}){0,3}) ?(?<![\\p{L}\\p{N}])(?<value>[A-Z0-9](?:[-_/]?[A-Z0-9]){2,39})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** A number of at least five digits may follow directly: "order 48213". */
const UNLINKED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${CUE}) (?<value>[A-Z]{0,4}-?\\d{5,20})(?![\\p{L}\\p{N}])`,
  'giu',
);
const HASH = /(?<![\p{L}\p{N}&])#(?<value>[A-Z]{0,4}-?\d{5,20})(?![\p{L}\p{N}])/giu;

const MIXED =
  /(?<![\p{L}\p{N}@#._/-])(?=[A-Z-]{0,40}\d)(?=[\d-]{0,40}[A-Z])[A-Z0-9]{1,40}(?:-[A-Z0-9]{1,40}){0,7}(?![\p{L}\p{N}@_-])/giu;
const LONG =
  /(?<![\p{L}\p{N}.,-])\d{7,40}(?![\p{L}\p{N}]|[.,]\d)|(?<![\p{L}\p{N}.,-])\d{2,12}(?:-\d{2,12}){1,4}(?![\p{L}\p{N}-])/gu;
const FEWEST_DIGITS = 7;
/** The fewest digits of two hyphenated numbers. "1016-1098 North Street" is a house, and 2019-2024 are years. */
const FEWEST_IN_TWO = 9;

const identityOf = (written: string): string => written.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Values after a cue word, codes, and long runs of digits. In `text`, dates, times and prices are blanked. */
function findReferenceNumbers(text: string): PersonalSpan[] {
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

/** Returns true for "FRXKEHUT" after "reference number is", because people do not write words in capitals there. */
const isCodeOfLetters = (written: string): boolean => /^[A-Z]{5,12}$/.test(written);

/**
 * A code has six or more characters, and four digits or several changes between letters and digits. "covid19" is a
 * word.
 */
function isCode(written: string): boolean {
  const compact = identityOf(written);
  if (compact.length < 6 || /(?:^|\d)(?:st|nd|rd|th)(?![a-z0-9])/i.test(written)) return false;
  // "24-hour", "covid-19-test": hyphenated words with a number.
  if (written.split('-').every((part) => /^(?:[a-z]+|\d{1,4})$/.test(part))) return false;
  const shouted = !/[a-z]/.test(written);
  const isWordWithNumber =
    /^\d{1,4}(?:-?[A-Z]+)+$/i.test(written) || /^[A-Z]+(?:-[A-Z]+)*-?\d{1,3}$/i.test(written);
  if (isWordWithNumber) return shouted && compact.length >= 8;
  const digits = compact.replace(/\D/g, '').length;
  const changes = compact.match(/[A-Z]+|\d+/g)?.length ?? 0;
  return digits >= 4 || (changes > 2 && (shouted || digits > 1));
}

/** Returns the data in order and without overlap. The more certain kind wins: a card before a long number. */
export function findPersonalData(text: string): readonly PersonalSpan[] {
  // Most messages lack the characters that every kind needs.
  if (!/[\d@]|:\/\/|\bat\b|pass|\bpwd?\b|kennwort|contrase/i.test(text) && !/[A-Z]{5}/.test(text)) return [];
  const rest = withoutHarmlessNumbers(text);
  const found = [
    findSecretUrls(text),
    findSecrets(text),
    findEmails(text),
    findHandles(text),
    findIbans(text),
    findCards(text),
    findIpAddresses(text),
    findPhones(rest),
    findReferenceNumbers(rest),
  ];
  const kept: PersonalSpan[] = [];
  const taken = new Uint8Array(text.length);
  for (const span of found.flat()) {
    if (taken.subarray(span.start, span.end).some((used) => used === 1)) continue;
    taken.fill(1, span.start, span.end);
    kept.push(span);
  }
  return kept.sort((one, other) => one.start - other.start);
}
