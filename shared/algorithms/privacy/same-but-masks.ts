import { PERSONAL_DATA_KINDS } from './personal-data.ts';

const PLACEHOLDER = new RegExp(`\\[(?:${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`);

/**
 * Returns true if a masked text may be an earlier one with more masked now: the text between its placeholders occurs in
 * the earlier one in order. Names introduced later are masked in earlier messages.
 */
export function sameButMasks(earlier: string, masked: string): boolean {
  const parts = masked.split(PLACEHOLDER);
  const last = parts.pop() ?? '';
  if (parts.length === 0) return earlier === last;
  const [first = '', ...middle] = parts;
  if (!earlier.startsWith(first)) return false;
  let at = first.length;
  for (const part of middle) {
    // A placeholder is never empty.
    const found = earlier.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return earlier.length > at + last.length && earlier.endsWith(last);
}
