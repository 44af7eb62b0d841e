import { type ReactNode, useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { SearchField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { EVERYWHERE } from '../place.ts';
import { DialogueRowView } from './dialogue-row.tsx';
import { useDialoguePages } from './use-dialogue-pages.ts';
import './dialogue-finder.css';

/** Searches for a dialogue by id or text. The children show the chosen one beside the list. */
export function DialogueFinder({
  title,
  chosen,
  onPick,
  onClose,
  children,
}: {
  readonly title: string;
  readonly chosen: DialogueId | null;
  readonly onPick: (dialogue: DialogueId) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const pages = useDialoguePages(EVERYWHERE, { query, where: '', run: null }, null);
  const { rows } = pages;

  const open = async (index: number) => {
    const row = rows?.itemAt(index) ?? (await pages.fetchRow(index));
    if (row) onPick(row.id);
  };

  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      <div className="dialogue-finder">
        <section aria-label="Dialogues">
          <SearchField
            label="Find by id or words"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(-1);
            }}
          />
          <p className="quiet small" role="status">
            {rows ? `${formatAmount(rows.total, 'dialogue')}${query.trim() ? ' found' : ''}` : ' '}
          </p>
          {pages.error != null && <FailedState error={pages.error} onRetry={pages.retry} />}
          {!pages.error && !rows && <LoadingState label="Loading dialogues…" />}
          {rows?.total === 0 && (
            <EmptyState title="No dialogue has this id or these words">Try fewer or shorter ones.</EmptyState>
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
