const LONGEST = 80;

/**
 * A label of a file as a tag: no white space, commas or control characters, at most 80 characters.
 * @returns null where nothing is left
 */
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
