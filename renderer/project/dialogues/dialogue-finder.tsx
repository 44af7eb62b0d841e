import { type ReactNode, useState } from 'react';
import type { ComparedCandidate } from '#shared/contract/comparison.ts';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { queryClient } from '../../client/api.ts';
import { PAGE } from '../../client/queries.ts';
import { type PagedRows, usePagedRows } from '../../client/use-paged-rows.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { closeDialog, Dialog, openOnTop } from '../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { highlight } from '../../ui/text/highlight.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { openInExplore } from '../mode.ts';
import { EVERYWHERE, type Place } from '../place.ts';
import { type ListQuery, projectQueries } from '../queries.ts';

export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  return highlight(text, query).map((piece) =>
    piece.hit ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  );
}

interface DialogueRowViewProps {
  readonly row: DialogueRow;
  readonly query: string;
  readonly chosen?: boolean;
  readonly columns?: readonly string[];
}

export function DialogueRowView({ row, query, chosen, columns = [] }: DialogueRowViewProps) {
  return (
    <div className="dialogue-row pad-1-3 grid on-baseline">
      <span className="bold clip">{row.externalId}</span>
      <span className="quiet small clip">{row.domains.length > 0 ? row.domains.join(', ') : row.source}</span>
      <span className="quiet small number">{formatAmount(row.turns, 'turn')}</span>
      <span className="span-all quiet dialogue-excerpt clip">
        <Highlighted text={row.excerpt} query={query} />
      </span>
      {columns.length > 0 && (
        <span className="flex gap-3 span-all quiet small dialogue-values clip">
          {columns.map((name, at) => (
            <span key={name} title={`${name}: ${row.values[at] ?? ''}`}>
              {name} <b>{row.values[at] || '–'}</b>
            </span>
          ))}
        </span>
      )}
      {chosen !== undefined && (
        <span
          className="dialogue-choose middle accent floats fill-1 in-middle"
          data-choose
          title="Select to act on several dialogues at once"
        >
          {chosen && <Icon name="check" />}
        </span>
      )}
    </div>
  );
}

interface DialogueRows {
  readonly tracked: number | null;
  readonly total: number;
  readonly itemAt: (index: number) => DialogueRow | null;
  /** Returns the index of a dialogue's row among the fetched ones, or -1. */
  readonly indexOf: (id: DialogueId) => number;
}

interface DialoguePages extends Omit<PagedRows<{ readonly items: readonly DialogueRow[] }>, 'rows'> {
  readonly rows: DialogueRows | null;
  readonly fetchRow: (index: number) => Promise<DialogueRow | null>;
}

export function useDialoguePages(place: Place, asked: ListQuery, automaton: RunId | null): DialoguePages {
  const ask = (page: number) => projectQueries.dialogues(place, asked, automaton, page);
  // The visible range belongs to one list; another list starts at its first row.
  const { rows, ...rest } = usePagedRows(ask, JSON.stringify([place, asked, automaton]));

  const fetchRow = async (index: number) => {
    const page = await queryClient.fetchQuery(ask(Math.floor(index / PAGE)));
    return page.items[index % PAGE] ?? null;
  };

  return {
    rows: rows && {
      ...rows,
      tracked: rows.first.tracked,
      indexOf: (id) => rows.findIndex((row) => row.id === id),
    },
    ...rest,
    fetchRow,
  };
}

interface DialogueFinderProps {
  readonly title: string;
  readonly chosen: DialogueId | null;
  readonly onPick: (dialogue: DialogueId) => void;
  readonly children?: ReactNode;
}

export function DialogueFinder({ title, chosen, onPick, children }: DialogueFinderProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const pages = useDialoguePages(EVERYWHERE, { query, where: '', run: null }, null);
  const { rows } = pages;

  const open = async (index: number) => {
    const row = rows?.itemAt(index) ?? (await pages.fetchRow(index));
    if (row) onPick(row.id);
  };

  return (
    <Dialog title={title} width="wide">
      <div className="dialogue-finder gap-4 grid">
        <section aria-label="Dialogues">
          <SearchField
            label="Find by id or words"
            value={query}
            onChange={(value) => {
              setQuery(value);
              setActive(-1);
            }}
          />
          <p className="quiet small" role="status">
            {rows ? `${formatAmount(rows.total, 'dialogue')}${query.trim() ? ' found' : ''}` : ' '}
          </p>
          {pages.error != null && <FailedState error={pages.error} onRetry={pages.retry} />}
          {!pages.error && !rows && <LoadingState label="Loading dialogues…" />}
          {rows?.total === 0 && (
            <EmptyState title="No dialogue has this id or these words">
              Try fewer or shorter words.
            </EmptyState>
          )}
          {rows && rows.total > 0 && (
            <VirtualList
              label="Dialogues"
              total={rows.total}
              rowHeight={46}
              itemAt={rows.itemAt}
              keyOf={(row) => row.id}
              active={active}
              selected={chosen === null ? -1 : rows.indexOf(chosen)}
              onActive={setActive}
              onOpen={(index) => void open(index)}
              onRange={pages.onRange}
            >
              {(row) => <DialogueRowView row={row} query={query} />}
            </VirtualList>
          )}
        </section>
        {children}
      </div>
    </Dialog>
  );
}

interface OtherDialogueProps {
  readonly shown: DialogueId;
  readonly onPick: (dialogue: DialogueId) => void;
}

export function OtherDialogue({ shown, onPick }: OtherDialogueProps) {
  const choose = () =>
    openOnTop(DialogueFinder, {
      title: 'Choose a dialogue',
      chosen: shown,
      onPick: (dialogue: DialogueId) => {
        closeDialog();
        onPick(dialogue);
      },
    });
  return <Button onClick={choose}>Another dialogue…</Button>;
}

export function DialogueLink({
  dialogue,
  externalId,
  turn,
}: Pick<ComparedCandidate, 'dialogue' | 'externalId' | 'turn'>) {
  return (
    <button
      type="button"
      className="link clip"
      title={`Open ${externalId} at turn ${turn + 1} in Explore`}
      onClick={() => openInExplore(dialogue, turn)}
    >
      {externalId}
    </button>
  );
}
