const LONGEST = 300;
/** Matches text that looks like a key of a common service, also if the server has partly masked it. */
const KEY_SHAPES = /\b(?:sk|rk|pk|gsk|hf|xai)[-_][\w*.…-]{6,}|\bBearer\s+\S+/gi;

/** Shortens a server's message for display and logs, and removes the key and control characters. */
export function scrub(text: string, key: string | null): string {
  let clean = text;
  if (key !== null && key !== '') {
    for (const form of new Set([key, encodeURIComponent(key), Buffer.from(key).toString('base64')])) {
      clean = clean.replaceAll(form, '[key]');
    }
  }
  clean = clean
    .replace(KEY_SHAPES, '[key]')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST - 1)}…` : clean;
}
