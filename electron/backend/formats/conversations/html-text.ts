import { decodeEntities } from '#shared/algorithms/text/html-entities.ts';

/** Tags that end a line of text. The pattern is bounded and has no `<` inside, so it is fast on any text. */
const LINE_END = /<(?:br|hr)\b[^<>]{0,200}>|<\/(?:p|div|li|ul|ol|tr|table|h[1-6]|blockquote|pre)\s{0,9}>/gi;
const ITEM = /<li\b[^<>]{0,2000}>/gi;
const TAG = /<\/?[a-z][^<>]{0,2000}>/gi;
const LOOKS_LIKE_HTML = /<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,2000})?\/?>/i;

/** The longest text to process. No person wrote a longer one. */
const LONGEST = 1_000_000;

/** Returns the words of an HTML text, one line per paragraph; text without tags unchanged. */
export function htmlText(text: string): string {
  if (text.length > LONGEST || !LOOKS_LIKE_HTML.test(text)) return text;
  const plain = withoutHidden(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LINE_END, '\n')
    .replaceAll(ITEM, '- ')
    .replaceAll(TAG, '');
  return decodeEntities(plain)
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const HIDDEN = [
  ['<!--', '-->'],
  ['<style', '</style>'],
  ['<script', '</script>'],
] as const;

function withoutHidden(html: string): string {
  let shown = html;
  for (const [start, end] of HIDDEN) {
    const lower = shown.toLowerCase();
    const kept: string[] = [];
    let from = 0;
    for (;;) {
      const begin = lower.indexOf(start, from);
      const stop = begin < 0 ? -1 : lower.indexOf(end, begin);
      if (stop < 0) break;
      kept.push(shown.slice(from, begin));
      from = stop + end.length;
    }
    kept.push(shown.slice(from));
    shown = kept.join('');
  }
  return shown;
}

/** Returns a body as text, and its HTML if it had any. */
export function bodyOf(body: string): { readonly text: string; readonly html?: string } {
  const text = htmlText(body);
  return text === body ? { text } : { text, html: body };
}
