import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allViews } from '../../project/feature.ts';
import { EXPLORE, useMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { openSettings } from '../settings/index.ts';
import { KeyGroups } from './key-groups.tsx';
import { PAGE_HELP, START_HELP, TAB_HELP } from './page-help.ts';

interface Span {
  readonly kind: 'plain' | 'strong' | 'em' | 'code' | 'link';
  readonly text: string;
  readonly to?: string;
}
type Line = readonly Span[];

type Block =
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
      // Takes at least this line, so that parsing always ends.
      at++;
      const rest = [line, ...taken((next) => isText(next) && !next.startsWith(FENCE))];
      blocks.push({ kind: 'paragraph', line: spansOf(rest.join(' ')) });
    }
  }
  return blocks;
}

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

const ROOT = '../../../docs/';
/** The pages of the docs are part of the app; each is loaded when it is opened. */
const DOCS = import.meta.glob<string>('../../../docs/**/*.md', { query: '?raw', import: 'default' });

function DocDialog({ page: first }: { readonly page: string }) {
  const [opened, setOpened] = useState<readonly string[]>([first]);
  const page = opened.at(-1) ?? first;
  const text = useQuery({
    queryKey: ['doc', page],
    queryFn: () =>
      DOCS[ROOT + page]?.() ?? Promise.reject(new Error(`There is no page “${page}” in the docs.`)),
  });
  const [title, ...blocks] = readMarkdown(text.data ?? '');
  return (
    <Dialog
      title={title?.kind === 'heading' ? title.line.map(({ text }) => text).join('') : 'Documentation'}
      width="wide"
      foot={
        <>
          {opened.length > 1 && (
            <Button className="spread" onClick={() => setOpened(opened.slice(0, -1))}>
              Back
            </Button>
          )}
          <Button kind="primary" onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      {text.data === undefined ? (
        <Unanswered of={text} loading="Opening the page…" />
      ) : (
        <Focusable key={page} as="article" className="stack-3 doc" aria-label="Page of the documentation">
          {blocks.map((block, at) => (
            // A page never changes while it is read.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <DocBlock key={at} block={block} page={page} onOpen={(next) => setOpened([...opened, next])} />
          ))}
        </Focusable>
      )}
    </Dialog>
  );
}

interface Place {
  readonly page: string;
  readonly onOpen: (page: string) => void;
}

function DocBlock({ block, ...place }: Place & { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Spans line={block.line} {...place} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Spans line={block.line} {...place} />
        </p>
      );
    case 'code':
      return <pre className="mono small">{block.text}</pre>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes while it is read
            <li key={at}>
              <Spans line={line} {...place} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes while it is read
              <tr key={index}>
                {row.map((line, at) => {
                  const Cell = index === 0 ? 'th' : 'td';
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes while it is read
                    <Cell key={at}>
                      <Spans line={line} {...place} />
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Spans({ line, page, onOpen }: Place & { readonly line: Line }) {
  return line.map(({ kind, text, to }, at) => {
    const key = `${at} ${text}`;
    const next = kind === 'link' && to ? docAt(page, to) : null;
    if (next !== null && DOCS[ROOT + next])
      return (
        <button
          key={key}
          type="button"
          className="doc-link accent no-border no-fill pointer to-start pad-0"
          onClick={() => onOpen(next)}
        >
          {text}
        </button>
      );
    if (kind === 'strong') return <strong key={key}>{text}</strong>;
    if (kind === 'em') return <em key={key}>{text}</em>;
    if (kind === 'code') return <code key={key}>{text}</code>;
    return text;
  });
}

export function KeysDialog() {
  return (
    <Dialog
      title="Help"
      width="wide"
      foot={<Button onClick={() => openSettings('keyboard')}>Change keys…</Button>}
    >
      <PageHelp />
      <KeyGroups />
    </Dialog>
  );
}

function PageHelp() {
  const project = useQuery(projectQueries.project).data;
  const name = useMode((state) => state.mode);
  const mode = allViews().find((view) => view.mode.name === name)?.mode;
  const tab = useView((view) => view.tab);
  const ofTab = mode === EXPLORE && tab !== 'graph' ? TAB_HELP[tab] : null;
  const { lines, guide } = (project && mode && (ofTab ?? PAGE_HELP[mode.name])) || START_HELP;
  const title = project && mode ? (ofTab?.title ?? mode.label) : 'Start';
  return (
    <section className="stack-2 page-help rounded-large fill-2" aria-label={`About this page: ${title}`}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div>
        <Button small onClick={() => openDialog(DocDialog, { page: guide })}>
          Read the guide
        </Button>
      </div>
    </section>
  );
}
