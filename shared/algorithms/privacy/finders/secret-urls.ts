import { type PersonalSpan, spansOf } from '../personal-data.ts';

const URL_OF_ANY_SCHEME = /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`]{1,2000}/giu;
const CREDENTIALS = /^[a-z0-9+.-]+:\/\/[^/?#]{1,300}@/i;
const SECRET_PARAMETER =
  /[?&#;](?:[\w-]{0,20}(?:token|secret|passw(?:or)?d|signature|session|apikey)|pwd|pass|sig|key|api[_-]?key|auth|sid|code|otp|jwt|email|phone|user(?:id|name)?|order|booking|ticket|reset)[\w-]{0,10}=[^&#;\s]/i;
/** A part of a path that nobody would type: a link that gives access to anyone. */
const SECRET_PART = /\/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?=[/?#]|$)/i;

/** Finds addresses with a name, a password, a token or a person's number. */
export function findSecretUrls(text: string): PersonalSpan[] {
  return spansOf(text, URL_OF_ANY_SCHEME, 'url', ([match]) =>
    CREDENTIALS.test(match) || SECRET_PARAMETER.test(match) || SECRET_PART.test(match) ? match : null,
  );
}
