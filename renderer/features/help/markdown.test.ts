import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docAt, readMarkdown } from './keys-dialog.tsx';
import { PAGE_HELP, START_HELP, TAB_HELP } from './page-help.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCS = join(ROOT, 'docs');
const pages = globSync('**/*.md', { cwd: DOCS }).filter((page) => page !== 'README.md');

describe('readMarkdown', () => {
  it('reads headings, paragraphs, lists, tables and code', () => {
    const text =
      '# A *b*\n\nOne\ntwo `c`.\n- **x** y\n- z\n1. n\n\n| a | b |\n|---|---|\n| 1 | [l](m.md) |\n```\n# code\n```\n![p](q.png)\n';
    expect(readMarkdown(text)).toEqual([
      {
        kind: 'heading',
        level: 1,
        line: [
          { kind: 'plain', text: 'A ' },
          { kind: 'em', text: 'b' },
        ],
      },
      {
        kind: 'paragraph',
        line: [
          { kind: 'plain', text: 'One two ' },
          { kind: 'code', text: 'c' },
          { kind: 'plain', text: '.' },
        ],
      },
      {
        kind: 'list',
        ordered: false,
        items: [
          [
            { kind: 'strong', text: 'x' },
            { kind: 'plain', text: ' y' },
          ],
          [{ kind: 'plain', text: 'z' }],
          [{ kind: 'plain', text: 'n' }],
        ],
      },
      {
        kind: 'table',
        rows: [
          [[{ kind: 'plain', text: 'a' }], [{ kind: 'plain', text: 'b' }]],
          [[{ kind: 'plain', text: '1' }], [{ kind: 'link', text: 'l', to: 'm.md' }]],
        ],
      },
      { kind: 'code', text: '# code' },
    ]);
  });

  it('loses no word of a page of the docs but its pictures', () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const page of pages) {
      const source = readFileSync(join(DOCS, page), 'utf8').replace(/^!\[.*$/gm, '');
      const text = readMarkdown(source)
        .flatMap((block) =>
          block.kind === 'code'
            ? [block.text]
            : block.kind === 'list'
              ? block.items.flat().map((span) => span.text)
              : block.kind === 'table'
                ? block.rows.flat(2).map((span) => span.text)
                : block.line.map((span) => span.text),
        )
        .join(' ');
      const shown = new Set(words(text));
      const plain = source
        .replace(/\]\([^)]*\)/g, '] ')
        .replace(/^```.*$/gm, '')
        .replace(/^(\d+)\. /gm, '');
      expect({ page, lost: words(plain).filter((word) => !shown.has(word)) }).toEqual({ page, lost: [] });
    }
  });
});

describe('docAt', () => {
  it('finds pages within the docs only', () => {
    expect(docAt('guides/explore.md', '../reference/figures.md#waits')).toBe('reference/figures.md');
    expect(docAt('first-hour.md', 'guides/import.md')).toBe('guides/import.md');
    expect(docAt('first-hour.md', '../README.md')).toBeNull();
    expect(docAt('first-hour.md', 'https://example.org/a.md')).toBeNull();
    expect(docAt('first-hour.md', '#later')).toBeNull();
  });
});

describe('the help of pages', () => {
  it('explains every view in at most five lines, and leads to a page of the docs', () => {
    const views = globSync('renderer/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/defineMode\('([a-z]+)'/g)].map(([, name]) => name),
    );
    expect(Object.keys(PAGE_HELP).toSorted()).toEqual(views.toSorted());
    for (const { lines, guide } of [START_HELP, ...Object.values(PAGE_HELP), ...Object.values(TAB_HELP)]) {
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(pages).toContain(relative(DOCS, join(DOCS, dirname(guide), guide.split('/').at(-1) ?? '')));
    }
  });
});
