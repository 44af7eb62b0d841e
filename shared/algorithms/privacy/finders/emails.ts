import { type PersonalSpan, spansOf } from '../personal-data.ts';

const LOCAL = /[\p{L}\p{N}._%+'’=&*!~-]/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,24}(?![\p{L}\p{N}])/u;
/** RFC 5321, 4.5.3.1. */
const LONGEST_LOCAL = 64;

/** "jo at example dot com", as people dictate it; only where the ending is a usual one. */
const SPOKEN =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._-]{1,64} ?(?:\(at\)|\[at\]|\bat\b|@) ?[\p{L}\p{N}-]{1,63} ?(?:\(dot\)|\[dot\]|\bdot\b) ?(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|es|it|nl|in|cn|co dot uk)(?![\p{L}\p{N}])/giu;

/** Finds e-mail addresses, by looking at both sides of each "@". Linear even for long runs of letters. */
export function findEmails(text: string): PersonalSpan[] {
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
