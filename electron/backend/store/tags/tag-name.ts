const LONGEST = 80;

/** Returns a file's label as a tag: no white space, commas or control characters, at most 80 long; null if empty. */
export function tagNameOf(label: string): string | null {
  const name = label
    .replace(/(?!\s)\p{Cc}/gu, '')
    .trim()
    .replace(/^#+/, '')
    .replace(/[\s,]+/gu, '-')
    .toWellFormed();
  const short = [...name].slice(0, LONGEST).join('');
  return short === '' ? null : short;
}
