import { findCards } from './finders/cards.ts';
import { findEmails } from './finders/emails.ts';
import { withoutHarmlessNumbers } from './finders/harmless-numbers.ts';
import { findIbans } from './finders/ibans.ts';
import { findIpAddresses } from './finders/ip-addresses.ts';
import { findPhones } from './finders/phones.ts';
import { findReferenceNumbers } from './finders/reference-numbers.ts';
import { findSecretUrls } from './finders/secret-urls.ts';
import { findSecrets } from './finders/secrets.ts';
import type { PersonalSpan } from './personal-data.ts';

/**
 * Personal data that its form gives away, in order and without overlap. If two overlap, the more certain kind
 * wins: an address with a token before the e-mail in it, a card with its check digit before a long number.
 */
export function findPersonalData(text: string): readonly PersonalSpan[] {
  // Most messages lack the characters that every kind needs.
  if (!/[\d@]|:\/\/|\bat\b|pass|\bpwd?\b|kennwort|contrase/i.test(text) && !/[A-Z]{5}/.test(text)) return [];
  const rest = withoutHarmlessNumbers(text);
  const found = [
    findSecretUrls(text),
    findSecrets(text),
    findEmails(text),
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
