/** Returns a text without the characters that XML 1.0 forbids. */
export const allowedInXml = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');

/** Escapes a text for XML and removes characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  return allowedInXml(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
