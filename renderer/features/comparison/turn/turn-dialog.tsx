import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { DialogueRowView } from '../../../project/dialogues/dialogue-row.tsx';
import { useDialoguePages } from '../../../project/dialogues/use-dialogue-pages.ts';
import { EVERYWHERE } from '../../../project/place.ts';
import { SearchField } from '../../../ui/inputs/field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import './turn.css';

/** Finds a dialogue by its words, then one of the turns that can be asked for. */
export function TurnDialog({
  chosen,
  onPick,
  onClose,
}: {
  readonly chosen: { readonly dialogue: DialogueId; readonly round: number } | null;
  readonly onPick: (dialogue: DialogueId, round: number) => void;
  readonly onClose: () => void;
}) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const [dialogue, setDialogue] = useState<DialogueId | null>(chosen?.dialogue ?? null);
  const pages = useDialoguePages(EVERYWHERE, query, null);
  const { rows } = pages;

  const open = async (index: number) => {
    const row = rows?.itemAt(index) ?? (await pages.fetchRow(index));
    if (row) setDialogue(row.id);
  };

  return (
    <Dialog title="Choose a round" width="wide" onClose={onClose}>
      <div className="turn-chooser">
        <section aria-label="Dialogues">
          <SearchField
            label="Find in dialogues"
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
            <EmptyState title="No dialogue has these words">Try fewer or shorter ones.</EmptyState>
          )}
          {rows && rows.total > 0 && (
            <VirtualList
              label="Dialogues"
              total={rows.total}
              rowHeight={46}
              itemAt={rows.itemAt}
              keyOf={(row) => row.id}
              active={active}
              selected={dialogue === null ? -1 : rows.indexOf(dialogue)}
              onActive={setActive}
              onOpen={(index) => void open(index)}
              onRange={pages.onRange}
            >
              {(row) => <DialogueRowView row={row} query={query} />}
            </VirtualList>
          )}
        </section>
        <section aria-label="Rounds" className="turn-list">
          {dialogue === null ? (
            <EmptyState title="No dialogue chosen">Choose a dialogue to see its turns.</EmptyState>
          ) : (
            <TurnList
              dialogue={dialogue}
              current={chosen?.dialogue === dialogue ? chosen.round : null}
              onPick={(round) => onPick(dialogue, round)}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}

function TurnList({
  dialogue,
  current,
  onPick,
}: {
  readonly dialogue: DialogueId;
  readonly current: number | null;
  readonly onPick: (round: number) => void;
}) {
  const found = useQuery(comparisonQueries(useApi().client).turns(dialogue));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Loading rounds…" />;
  const { externalId, heldOut, turns } = found.data;
  return (
    <>
      <h3 className="clip">
        {externalId}
        <span className="quiet small">
          {' '}
          · {heldOut ? 'held out' : 'learned from; never retrieves itself'}
        </span>
      </h3>
      {turns.length === 0 && (
        <EmptyState title="No round to ask for">
          A round can be asked for where the system answers the user; this dialogue has none.
        </EmptyState>
      )}
      <ul>
        {turns.map((turn) => (
          <li key={turn.round}>
            <button
              type="button"
              className="turn-pick"
              aria-current={turn.round === current || undefined}
              onClick={() => onPick(turn.round)}
            >
              <span className="quiet small number">{turn.position + 1}</span>
              <span className="turn-words turn-words-user">{turn.userExcerpt}</span>
              <span className="turn-words turn-words-system">{turn.systemExcerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
