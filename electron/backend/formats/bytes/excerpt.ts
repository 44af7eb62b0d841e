/// <reference lib="es2024.string" />
const EXCERPT_CHARACTERS = 200;

/** The first 200 characters, never half of a surrogate pair. */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT_CHARACTERS) return text.toWellFormed();
  // Two code units hold at most one character, so 400 units always contain 200 characters.
  return Array.from(text.slice(0, EXCERPT_CHARACTERS * 2))
    .slice(0, EXCERPT_CHARACTERS)
    .join('')
    .toWellFormed();
}

/** The first 200 characters of a JSON value. */
export function excerptOfValue(value: unknown): string {
  return excerptOf(jsonText(value));
}

/** A value as JSON; a value nested so deep that writing it overflows the stack has no text. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '…';
  }
}

/** A value for a message: quoted, on one line, cut at 60 characters. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  const characters = Array.from(text.slice(0, 200));
  const cut = characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
  return `"${cut.replaceAll(/\s+/g, ' ').toWellFormed()}"`;
}
