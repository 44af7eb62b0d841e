import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { type Block, docAt, type Line, readMarkdown } from './markdown.ts';

const ROOT = '../../../docs/';
/** The pages of the docs are part of the app; each is loaded when it is opened. */
const DOCS = import.meta.glob<string>('../../../docs/**/*.md', { query: '?raw', import: 'default' });

/** Shows a page of the docs, and the pages it links to. */
export function DocDialog({ page: first, onClose }: { readonly page: string; readonly onClose: () => void }) {
  const [way, setWay] = useState<readonly string[]>([first]);
  const page = way.at(-1) ?? first;
  const text = useQuery({
    queryKey: ['doc', page],
    queryFn: () =>
      DOCS[ROOT + page]?.() ?? Promise.reject(new Error(`There is no page ${page} in the docs.`)),
  });
  const [title, ...blocks] = readMarkdown(text.data ?? '');
  return (
    <Dialog
      title={title?.kind === 'heading' ? title.line.map(({ text }) => text).join('') : 'Documentation'}
      width="wide"
      onClose={onClose}
      foot={
        <>
          {way.length > 1 && (
            <Button className="spread" onClick={() => setWay(way.slice(0, -1))}>
              Back
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
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
            <DocBlock key={at} block={block} page={page} onOpen={(next) => setWay([...way, next])} />
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
        <button key={key} type="button" className="doc-link" onClick={() => onOpen(next)}>
          {text}
        </button>
      );
    if (kind === 'strong') return <strong key={key}>{text}</strong>;
    if (kind === 'em') return <em key={key}>{text}</em>;
    if (kind === 'code') return <code key={key}>{text}</code>;
    return text;
  });
}
