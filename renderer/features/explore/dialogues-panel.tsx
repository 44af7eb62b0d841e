import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readSearch } from '#shared/algorithms/filters/search-words.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { countOf, remarkOf, roleOfState, titleOf } from '../../project/describe.ts';
import { narrowFilterBy, placeFilter, useDialogueFilter } from '../../project/dialogue-filter.ts';
import { DialogueRowView, useDialoguePages } from '../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../project/queries.ts';
import type { ShownAutomaton } from '../../project/use-shown-automaton.ts';
import {
  closeDialogue,
  goTo,
  type ListShape,
  openDialogue,
  replayTogether,
  search,
  shapeList,
  useView,
} from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { ExportDialogues, filterCommands, filterQueries, SavedFilters } from '../filters/index.ts';
import { useMapFigures } from '../map/index.ts';
import { PurgeDialog } from '../purge/index.ts';
import { StateCard, useNamedGraph } from '../states/index.ts';
import { BulkDialog } from '../vocabulary/index.ts';
import { canReplayTogether } from './replay/many-replay.tsx';
import { Transcript } from './transcript/transcript.tsx';

function ListOptions({ run }: { readonly run: RunId | null }) {
  const shape = useView((view) => view.list);
  const where = useView((view) => view.where);
  const [isAsked, setAsked] = useState(shape.sort !== null || shape.columns.length > 0);
  const fields = useQuery({ ...filterQueries.fields(run), enabled: isAsked }).data ?? [];
  const names = fields.map(({ name }) => name).filter((name) => name !== 'id');
  const { sort, columns } = shape;
  const ask = () => setAsked(true);
  const change = (next: Partial<ListShape>) => shapeList({ ...shape, ...next });
  const order: MenuEntry[] = [
    choice('source and id', sort === null, () => change({ sort: null })),
    ...names.map((field) =>
      choice(field, sort?.field === field, () => change({ sort: { field, descending: false } })),
    ),
    ...(sort === null
      ? []
      : [
          { kind: 'line' } as const,
          choice('highest or latest first', sort.descending, () =>
            change({ sort: { ...sort, descending: !sort.descending } }),
          ),
        ]),
  ];
  const shown = names.map((name) =>
    choice(name, columns.includes(name), () =>
      change({
        columns: columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name],
      }),
    ),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prefetches what its menus need
    <div className="row-1 list-options rigid" onPointerEnter={ask} onFocus={ask}>
      <CommandButton small kind="quiet" icon="plus" command={filterCommands.add}>
        Filter
      </CommandButton>
      {where === '' && <SavedFilters where="" />}
      <DropMenu small kind="quiet" label="List order" entries={order}>
        {sort === null ? 'By source and id' : `By ${sort.field}${sort.descending ? ', largest first' : ''}`}
      </DropMenu>
      <DropMenu
        small
        kind="quiet"
        label="List columns"
        entries={shown.length > 0 ? shown : [{ kind: 'heading', label: 'Reading the fields…' }]}
      >
        {columns.length === 0 ? 'Columns' : `Columns: ${columns.length}`}
      </DropMenu>
    </div>
  );
}

const choice = (label: string, checked: boolean, onSelect: () => void): MenuEntry => ({
  label,
  checked,
  onSelect,
});

interface DialoguesPanelProps {
  readonly shown: ShownAutomaton;
  /** Counts the requests to search. The search field gets the focus whenever the count increases. */
  readonly sought: number;
}

export function DialoguesPanel({ shown, sought }: DialoguesPanelProps) {
  const automaton = shown.automaton?.id ?? null;
  const place = useView((view) => view.place);
  const text = useView((view) => view.search);
  const dialogue = useView((view) => view.dialogue);
  const together = useView((view) => view.together);
  const query = useSettledValue(text, text === '' ? 0 : PAUSE_MS);
  const searchRemark = readSearch(query).remark;
  const graph = useNamedGraph(
    useQuery({ ...projectQueries.graph(automaton), enabled: automaton !== null }).data,
  );
  const figures = useMapFigures(shown.automaton);
  const { where } = useDialogueFilter();
  const run = shown.run?.id ?? null;
  const shape = useView((view) => view.list);
  const asked = { query, where, run, list: shape };
  const pages = useDialoguePages(place, asked, automaton);
  const { rows } = pages;
  const list = JSON.stringify([place, asked, automaton]);
  const chosen = useChosen(pages.fetchRow, list);
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
  const close = () => {
    frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
    closeDialogue();
  };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sought > 0) field.current?.select();
  }, [sought]);

  const role = place.kind === 'state' ? roleOfState(graph, place.state) : null;
  const remark = remarkOf(place, graph);
  const imported = shown.automaton?.imported;
  const isElsewhere = imported != null && (place.kind === 'state' || place.kind === 'transition');
  const here = isElsewhere ? null : placeFilter(place, automaton);
  const head = (
    <>
      <div className="panel-head">
        {role && <span className={`role-mark role-mark-${role}`} aria-hidden="true" />}
        <h2 className="clip">
          {titleOf(place, graph)}
          {remark && <span className="panel-remark"> · {remark}</span>}
        </h2>
        {here !== null && (
          <Button small kind="quiet" title="Add this to the filter" onClick={() => narrowFilterBy(here)}>
            Show only these
          </Button>
        )}
        {canReplayTogether(shown.automaton, place) && (
          <IconButton
            icon="play"
            small
            aria-pressed={together}
            label="Replay these dialogues on the graph"
            title="Replay these dialogues on the graph. Each dialogue is a dot."
            onClick={() => replayTogether(!together)}
          />
        )}
        {place.kind !== 'all' && (
          <IconButton icon="close" small label="Show all dialogues" onClick={() => goTo({ kind: 'all' })} />
        )}
        <span className="to-end no-wrap quiet" role="status">
          {rows && !isElsewhere ? countOf(rows.total, rows.tracked, query) : ''}
        </span>
      </div>
      {place.kind === 'finding' && <p className="side-sentence rigid">{place.title}</p>}
      <ListOptions run={run} />
      <SearchField
        ref={field}
        className="panel-search"
        label="Find in dialogues"
        value={text}
        onChange={search}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            search('');
          }
        }}
      />
      {searchRemark && (
        <p className="panel-remark small search-remark" role="status">
          {searchRemark}
        </p>
      )}
    </>
  );

  const listView = (
    <section className="panel" aria-label="Dialogues">
      {head}
      {graph && (place.kind === 'state' || place.kind === 'transition') && (
        <StateCard place={place} graph={graph} figures={figures} />
      )}
      {chosen.rows.size > 0 && (
        <div className="row-2 choosing rigid wrap" role="status">
          <span>{formatAmount(chosen.rows.size, 'dialogue')} chosen</span>
          <ChosenFilter rows={[...chosen.rows.values()]} />
          {run !== null && <ChosenMarks run={run} dialogues={[...chosen.rows.keys()]} />}
          <Button small onClick={chosen.clear}>
            Clear
          </Button>
          <Button
            small
            kind="danger"
            icon="trash"
            onClick={() => {
              openDialog(PurgeDialog, { selection: { sources: [], dialogues: [...chosen.rows.keys()] } });
              chosen.clear();
            }}
          >
            Purge…
          </Button>
        </div>
      )}
      {isElsewhere && (
        <EmptyState title="This project does not contain the dialogues">
          This automaton was imported from {imported.file}, which contains only counts.
        </EmptyState>
      )}
      {!isElsewhere && pages.error != null && <FailedState error={pages.error} onRetry={pages.retry} />}
      {!isElsewhere && !pages.error && !rows && <LoadingState label="Loading dialogues…" />}
      {!isElsewhere && !pages.error && rows?.total === 0 && (
        <EmptyState
          title={query.trim() ? 'No dialogue contains these words' : 'No dialogues here'}
          action={
            query.trim() !== '' && (
              <button type="button" className="button" onClick={() => search('')}>
                Clear the search
              </button>
            )
          }
        >
          {query.trim()
            ? 'One message must contain all the words. Try fewer words, or put OR between two of them. You can also search for “a phrase” or tag:name, and exclude a word with -word.'
            : 'No dialogues pass through here. Choose another state or transition on the graph.'}
        </EmptyState>
      )}
      {!isElsewhere && !pages.error && rows && rows.total > 0 && (
        <div
          ref={frame}
          className={`stack grow shrink-down line-above ${pages.outdated ? 'list-outdated' : ''} ${chosen.rows.size > 0 ? 'list-choosing' : ''}`}
          aria-busy={pages.outdated}
        >
          <VirtualList
            key={list}
            label={
              place.kind === 'all' || place.kind === 'pattern'
                ? titleOf(place, graph)
                : `Dialogues of ${titleOf(place, graph)}`
            }
            total={rows.total}
            rowHeight={shape.columns.length > 0 ? 64 : 46}
            itemAt={rows.itemAt}
            keyOf={(row) => row.id}
            active={active}
            selected={opened}
            onActive={(index) => setAt({ list, index })}
            onOpen={(index) => void open(index)}
            onRange={pages.onRange}
            isChosen={(row) => chosen.rows.has(row.id)}
            onChoose={(index, range) => void chosen.choose(index, range)}
          >
            {(row) => (
              <DialogueRowView
                row={row}
                query={query}
                chosen={chosen.rows.has(row.id)}
                columns={shape.columns}
              />
            )}
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

/** Typing must pause for this many ms before the search runs. A cleared search runs at once. */
const PAUSE_MS = 120;

const LONGEST_RANGE = 2000;

interface RowSelection {
  readonly rows: ReadonlyMap<DialogueId, DialogueRow>;
  choose(index: number, range: boolean): Promise<void>;
  clear(): void;
}

const NOBODY: ReadonlyMap<DialogueId, DialogueRow> = new Map();

/** Returns the selected dialogues of a list. Each list has its own selection. */
function useChosen(fetchRow: (index: number) => Promise<DialogueRow | null>, list: string): RowSelection {
  const [choice, setChoice] = useState<{ list: string; rows: RowSelection['rows']; last: number | null }>({
    list,
    rows: NOBODY,
    last: null,
  });
  const { rows, last } = choice.list === list ? choice : { rows: NOBODY, last: null };
  return {
    rows,
    async choose(index, range) {
      const first = range && last !== null ? Math.min(last, index) : index;
      const length = range && last !== null ? Math.min(LONGEST_RANGE, Math.abs(last - index) + 1) : 1;
      const found = await Promise.all(Array.from({ length }, (_, step) => fetchRow(first + step)));
      const next = new Map(rows);
      for (const row of found) {
        if (!row) continue;
        if (!range && next.has(row.id)) next.delete(row.id);
        else next.set(row.id, row);
      }
      setChoice({ list, rows: next, last: index });
    },
    clear: () => setChoice({ list, rows: NOBODY, last: null }),
  };
}

function ChosenMarks({ run, dialogues }: { readonly run: RunId; readonly dialogues: readonly DialogueId[] }) {
  const flag = useAction(() => client.review.flagDialogues({ dialogues: [...dialogues], run }), {
    meta: about('tags'),
    onSuccess: () => tell(`Flagged the first turn of ${formatAmount(dialogues.length, 'dialogue')}.`),
  });
  return (
    <>
      <Button small onClick={() => openDialog(BulkDialog, { run, dialogues })}>
        Tag…
      </Button>
      <Button small does={flag}>
        Flag
      </Button>
    </>
  );
}

/** Longest filter in characters, so that people can still read it. */
const LONGEST_FILTER = 9000;

function ChosenFilter({ rows }: { readonly rows: readonly DialogueRow[] }) {
  const values = rows.map(({ externalId }) => externalId);
  const filter = { kind: 'field', field: 'id', comparison: '=', values } as const;
  const these = writeWhere(filter);
  const isTooLong = these.length > LONGEST_FILTER;
  const title = isTooLong
    ? 'Too many dialogues for a filter. Select fewer, or filter by a field.'
    : undefined;
  return (
    <>
      <Button small disabled={isTooLong} title={title} onClick={() => narrowFilterBy(these)}>
        Show only these
      </Button>
      <Button
        small
        disabled={isTooLong}
        title={title}
        onClick={() => narrowFilterBy(writeWhere({ kind: 'not', of: filter }))}
      >
        Exclude these
      </Button>
      <Button
        small
        disabled={isTooLong}
        title={title}
        onClick={() => openDialog(ExportDialogues, { where: these })}
      >
        Export…
      </Button>
    </>
  );
}
