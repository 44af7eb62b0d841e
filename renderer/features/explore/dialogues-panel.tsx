import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { searchCommands } from '../../project/commands.ts';
import { countOf, remarkOf, roleOfState, titleOf } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { DialogueRowView } from '../../project/dialogues/dialogue-row.tsx';
import { useDialoguePages } from '../../project/dialogues/use-dialogue-pages.ts';
import { projectQueries } from '../../project/queries.ts';
import type { Shown } from '../../project/use-shown.ts';
import { closeDialogue, fold, goTo, openDialogue, search, useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { PurgeDialog } from '../purge/index.ts';
import { Transcript } from './transcript/transcript.tsx';

/** The right side: the dialogues of what is chosen on the graph, and the one that is open. */
export function DialoguesPanel({ shown }: { readonly shown: Shown }) {
  const queries = projectQueries(useApi().client);
  const automaton = shown.automaton?.id ?? null;
  const place = useView((view) => view.place);
  const text = useView((view) => view.search);
  const dialogue = useView((view) => view.dialogue);
  const query = useSettledValue(text, text === '' ? 0 : PAUSE_MS);
  const graph = useQuery({ ...queries.graph(automaton), enabled: automaton !== null }).data;
  const { where } = useDialogueFilter();
  const asked = { query, where, run: shown.run?.id ?? null };
  const pages = useDialoguePages(place, asked, automaton);
  const { rows } = pages;
  const chosen = useChosen(pages.fetchRow);
  const list = JSON.stringify([place, asked, automaton]);
  const [at, setAt] = useState({ list, index: -1 });
  const active = at.list === list ? at.index : -1;

  const opened = dialogue !== null && rows ? rows.indexOf(dialogue) : -1;

  const open = async (index: number) => {
    if (!rows || index < 0 || index >= rows.total) return;
    setAt({ list, index });
    const row = rows.itemAt(index) ?? (await pages.fetchRow(index));
    if (row) openDialogue(row.id);
  };
  const frame = useRef<HTMLDivElement>(null);
  /** The transcript goes, and the focus with it to where it was opened. */
  const close = () => {
    frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
    closeDialogue();
  };
  const field = useRef<HTMLInputElement>(null);
  useCommand(searchCommands.find, () => {
    fold(false);
    requestAnimationFrame(() => field.current?.select());
  });

  const role = place.kind === 'state' ? roleOfState(graph, place.state) : null;
  const remark = remarkOf(place, graph);
  const head = (
    <>
      <div className="panel-head">
        {role && <span className={`role-mark role-mark-${role}`} aria-hidden="true" />}
        <h2 className="clip">
          {titleOf(place)}
          {remark && <span className="panel-remark"> · {remark}</span>}
        </h2>
        {place.kind !== 'all' && (
          <IconButton icon="close" small label="Show all dialogues" onClick={() => goTo({ kind: 'all' })} />
        )}
        <span className="panel-count quiet" role="status">
          {rows ? countOf(rows.total, rows.tracked, query) : ''}
        </span>
        <IconButton icon="fold" small label="Fold the dialogues panel away" onClick={() => fold(true)} />
      </div>
      <SearchField
        ref={field}
        className="panel-search"
        label="Find in dialogues"
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            search('');
          }
        }}
      />
    </>
  );

  const listView = (
    <section className="panel" aria-label="Dialogues">
      {head}
      {chosen.ids.size > 0 && (
        <div className="row-2 choosing" role="status">
          <span>{formatAmount(chosen.ids.size, 'dialogue')} chosen</span>
          <Button small onClick={chosen.clear}>
            Clear
          </Button>
          <Button
            small
            kind="danger"
            icon="trash"
            onClick={() => {
              openDialog(PurgeDialog, { selection: { sources: [], dialogues: [...chosen.ids] } });
              chosen.clear();
            }}
          >
            Purge…
          </Button>
        </div>
      )}
      {pages.error != null && <FailedState error={pages.error} onRetry={pages.retry} />}
      {!pages.error && !rows && <LoadingState label="Loading dialogues…" />}
      {!pages.error && rows?.total === 0 && (
        <EmptyState
          title={query.trim() ? 'No dialogue has these words' : 'No dialogues here'}
          action={
            query.trim() !== '' && (
              <button type="button" className="button" onClick={() => search('')}>
                Clear the search
              </button>
            )
          }
        >
          {query.trim()
            ? 'All words must be in one dialogue. Try fewer or shorter ones.'
            : 'No dialogue goes this way; choose another state or transition on the graph.'}
        </EmptyState>
      )}
      {!pages.error && rows && rows.total > 0 && (
        <div
          ref={frame}
          className={`list-frame ${pages.outdated ? 'list-outdated' : ''} ${chosen.ids.size > 0 ? 'list-choosing' : ''}`}
          aria-busy={pages.outdated}
        >
          <VirtualList
            key={list}
            label={place.kind === 'all' ? titleOf(place) : `Dialogues of ${titleOf(place)}`}
            total={rows.total}
            rowHeight={46}
            itemAt={rows.itemAt}
            keyOf={(row) => row.id}
            active={active}
            selected={opened}
            onActive={(index) => setAt({ list, index })}
            onOpen={(index) => void open(index)}
            onRange={pages.onRange}
            isChosen={(row) => chosen.ids.has(row.id)}
            onChoose={(index, range) => void chosen.choose(index, range)}
          >
            {(row) => <DialogueRowView row={row} query={query} chosen={chosen.ids.has(row.id)} />}
          </VirtualList>
        </div>
      )}
    </section>
  );

  return (
    <Split
      name="transcript"
      axis="rows"
      label="Height of the transcript"
      initial={0.66}
      minFirst={150}
      minSecond={180}
      folded={dialogue === null}
      onFold={closeDialogue}
      first={listView}
      second={
        dialogue !== null && (
          <Transcript
            dialogue={dialogue}
            shown={shown}
            query={query}
            position={opened >= 0 && rows ? { index: opened, total: rows.total } : null}
            onMove={(step) => void open(opened + step)}
            onClose={close}
          />
        )
      }
    />
  );
}

/** An emptied search counts at once, any other once typing pauses. */
const PAUSE_MS = 120;

/** So many rows at most are chosen in one go; more is what a source or a search is for. */
const LONGEST_RANGE = 2000;

interface Chosen {
  readonly ids: ReadonlySet<DialogueId>;
  /** Chooses a row or lets it go; `range` chooses all rows from the last one chosen to this. */
  choose(index: number, range: boolean): Promise<void>;
  clear(): void;
}

/** Dialogues chosen in the list to be acted on together; they stay chosen while other places are looked at. */
function useChosen(fetchRow: (index: number) => Promise<DialogueRow | null>): Chosen {
  const [ids, setIds] = useState<ReadonlySet<DialogueId>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  return {
    ids,
    async choose(index, range) {
      setLast(index);
      if (!range || last === null) {
        const row = await fetchRow(index);
        if (!row) return;
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(row.id)) next.add(row.id);
          return next;
        });
        return;
      }
      const first = Math.min(last, index);
      const length = Math.min(LONGEST_RANGE, Math.abs(last - index) + 1);
      const rows = await Promise.all(Array.from({ length }, (_, step) => fetchRow(first + step)));
      setIds((before) => new Set([...before, ...rows.flatMap((row) => (row ? [row.id] : []))]));
    },
    clear() {
      setIds(new Set());
      setLast(null);
    },
  };
}
