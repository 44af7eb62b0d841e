import { type PersonalSpan, spansOf } from '../personal-data.ts';

const V4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/g;
const V6 = /(?<![\p{L}\p{N}:.])(?=[0-9a-f:]{0,38}:[0-9a-f]{0,4}:)[0-9a-f:]{3,39}(?![\p{L}\p{N}:])/giu;

/** Addresses of machines. A version number of four parts looks the same and is taken for one. */
export function findIpAddresses(text: string): PersonalSpan[] {
  return [
    ...spansOf(text, V4, 'ip', ([match]) =>
      match.split('.').every((part) => Number(part) < 256) ? match : null,
    ),
    ...spansOf(text, V6, 'ip', ([match]) => (isIpv6(match) ? match.toLowerCase() : null)),
  ];
}

/** Eight groups of four hexadecimal digits, of which one run of zeros may be left out (RFC 4291, 2.2). */
function isIpv6(candidate: string): boolean {
  const halves = candidate.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  // "::" between two words of a text is no address.
  return halves.length === 1
    ? groups.length === 8
    : groups.length >= 2 && groups.length < 8 && /\d/.test(candidate);
}
