/** A part of a line: plain, strong, emphasized, code, or a link. */
export interface Span {
  readonly kind: 'plain' | 'strong' | 'em' | 'code' | 'link';
  readonly text: string;
  /** The target of a link. */
  readonly to?: string;
}
export type Line = readonly Span[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'code'; readonly text: string };

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^(?:- |(\d+)\. )(.*)$/;
const ROW = /^\|(.*)\|$/;
const RULE = /^\|[\s:|-]+\|$/;
/** A picture is on a line of its own. */
const PICTURE = /^!\[/;
const FENCE = '```';

function spansOf(text: string): Line {
  const spans: Span[] = [];
  let from = 0;
  for (const { 0: all, 1: code, 2: strong, 3: em, 4: link, 5: to, index } of text.matchAll(SPAN)) {
    if (index > from) spans.push({ kind: 'plain', text: text.slice(from, index) });
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (em !== undefined) spans.push({ kind: 'em', text: em });
    else if (link !== undefined) spans.push({ kind: 'link', text: link, to });
    from = index + all.length;
  }
  if (from < text.length) spans.push({ kind: 'plain', text: text.slice(from) });
  return spans;
}

/** Parses the Markdown of our docs: headings, paragraphs, flat lists, tables and code. Skips pictures. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const taken = (fits: (line: string) => boolean): string[] => {
      const from = at;
      while (at < lines.length && fits(lines[at] ?? '')) at++;
      return lines.slice(from, at);
    };
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (line.startsWith(FENCE)) {
      at++;
      blocks.push({ kind: 'code', text: taken((next) => !next.startsWith(FENCE)).join('\n') });
      at++;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, line: spansOf(heading[2] ?? '') });
      at++;
    } else if (item) {
      const items = taken((next) => ITEM.test(next)).map((next) => spansOf(ITEM.exec(next)?.[2] ?? ''));
      blocks.push({ kind: 'list', ordered: item[1] !== undefined, items });
    } else if (ROW.test(line)) {
      const rows = taken((next) => ROW.test(next)).filter((next) => !RULE.test(next));
      const cells = (row: string) => (ROW.exec(row)?.[1] ?? '').split(/(?<!\\)\|/);
      blocks.push({
        kind: 'table',
        rows: rows.map((row) => cells(row).map((cell) => spansOf(cell.trim().replaceAll('\\|', '|')))),
      });
    } else if (line.trim() === '' || PICTURE.test(line)) {
      at++;
    } else {
      const isText = (next: string): boolean =>
        next.trim() !== '' && ![HEADING, ITEM, ROW, PICTURE].some((other) => other.test(next));
      // Take at least this line, so that parsing always ends.
      at++;
      const rest = [line, ...taken((next) => isText(next) && !next.startsWith(FENCE))];
      blocks.push({ kind: 'paragraph', line: spansOf(rest.join(' ')) });
    }
  }
  return blocks;
}

/** Returns the docs page that a link leads to, such as `reference/figures.md`; null if it leads out of the docs. */
export function docAt(page: string, to: string): string | null {
  const path = to.split('#')[0] ?? '';
  if (/^[a-z]+:/i.test(path) || !path.endsWith('.md')) return null;
  const parts = page.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
