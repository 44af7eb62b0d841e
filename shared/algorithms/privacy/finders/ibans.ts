import type { PersonalSpan } from '../personal-data.ts';

/** Lengths by country, from the IBAN registry (ISO 13616). */
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

/** International bank account numbers: a country's length, and a remainder of 1 by 97 (ISO 13616). */
export function findIbans(text: string): PersonalSpan[] {
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

/** True if the account number's check digits fit (ISO 7064, MOD 97-10). @param compact upper case, no spaces */
export function passesMod97(compact: string): boolean {
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
