import { decodeEntities } from '../text/html-entities.ts';

const UNREAD = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
  'textarea',
  'select',
]);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** The most characters of a tag to search for its end, because its attributes may contain ">". */
const LONGEST_TAG = 4000;
const TAG = /^<(\/?)([a-z][a-z0-9-]{0,30})/i;

/** Returns the text of an HTML page, blocks on separate lines, without markup and scripts. Linear in the page. */
export function htmlText(html: string): string {
  const lower = html.toLowerCase();
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    text += decodeEntities(html.slice(at, open));
    const end = endOfMarkup(html, open);
    if (end === null) {
      text += '<';
      at = open + 1;
      continue;
    }
    at = end;
    const [, closing, name] = TAG.exec(html.slice(open, open + 40)) ?? [];
    if (name === undefined) continue;
    const element = name.toLowerCase();
    if (!INLINE.has(element)) text += '\n';
    if (closing === '' && UNREAD.has(element)) {
      const close = lower.indexOf(`</${element}`, at);
      at = close < 0 ? html.length : close;
    }
  }
  return tidy(text + decodeEntities(html.slice(at)));
}

function endOfMarkup(html: string, open: number): number | null {
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4);
    return end < 0 ? html.length : end + 3;
  }
  if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) return null;
  let quote = '';
  const most = Math.min(html.length, open + LONGEST_TAG);
  for (let at = open + 1; at < most; at++) {
    const letter = html[at];
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '>') return at + 1;
    // Quotation marks matter only in attributes.
    else if ((letter === '"' || letter === "'") && html[at - 1] === '=') quote = letter;
  }
  const end = html.indexOf('>', open);
  return end < 0 ? html.length : end + 1;
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
