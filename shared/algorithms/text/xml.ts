export const allowedInXml = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');

export function escapeXml(text: string): string {
  return allowedInXml(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
