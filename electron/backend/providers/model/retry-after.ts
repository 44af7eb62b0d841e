/**
 * Returns the time that a server asks to wait, in ms: `retry-after-ms`, else `retry-after` in seconds or as
 * an HTTP date (RFC 9110, 10.2.3). A date is relative to the server's own clock if known, so a wrong clock
 * here does not matter.
 * @returns null if there is no such header, or an unknown form
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim();
  if (milliseconds && /^\d+(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds));
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const until = Date.parse(value);
  // A plain number is no date, although it parses as one: "-1".
  if (Number.isNaN(until) || !/[a-z]{3}/i.test(value)) return null;
  const theirs = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(theirs) ? now : theirs));
}
