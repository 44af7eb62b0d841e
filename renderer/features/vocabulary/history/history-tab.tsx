import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PastEdit } from '#shared/contract/history.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { usePagedRows } from '../../../client/use-paged-rows.ts';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { SearchField, Select } from '../../../ui/inputs/field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import { type HistoryQuery, vocabularyQueries } from '../queries.ts';
import { changeVocabulary, useVocabulary } from '../vocabulary-state.ts';
import { EDIT_KINDS, KIND_GROUPS } from './edit-kinds.ts';
import { EditPanel } from './edit-panel.tsx';

const ROW_PX = 46;

/** Lists every edit, newest first. Each can be searched for and undone. */
export function HistoryTab({ run, tabs }: { readonly run: RunId | null; readonly tabs: ReactNode }) {
  const ask = vocabularyQueries(useApi().client, run);
  const tag = useVocabulary((state) => state.historyTag);
  const [group, setGroup] = useState('');
  const [author, setAuthor] = useState('');
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState<PastEdit | null>(null);
  const tags = useQuery(
    ask.tags({ query: '', role: null, archived: 'all', sort: 'name', descending: false }),
  );
  const authors = useQuery(ask.authors).data ?? [];
  const words = useSettledValue(text, 200);
  const query: HistoryQuery = {
    kinds: KIND_GROUPS.find(({ value }) => value === group)?.kinds ?? [],
    author: author || null,
    tag,
    text: words,
  };
  const { rows, outdated, error, retry, onRange } = usePagedRows((page) => ask.history(query, page));
  const now = outdated ? null : rows;
  const total = now?.total ?? 0;
  const itemAt = (index: number): PastEdit | null => now?.itemAt(index) ?? null;
  // The shown edit may have been undone in the meantime.
  const shown = open && (itemAt(now?.findIndex(({ id }) => id === open.id) ?? -1) ?? open);
  return (
    <Split
      name="history"
      axis="columns"
      label="Width of the edit's panel"
      initial={0.42}
      minFirst={380}
      minSecond={300}
      folded={shown === null}
      onFold={() => setOpen(null)}
      first={
        <section className="panel" aria-label="History">
          <div className="panel-head">
            {tabs}
            <span className="quiet panel-count" role="status">
              {now ? formatAmount(total, 'entry', 'entries') : ''}
            </span>
          </div>
          <div className="vocabulary-bar">
            <SearchField
              label="Words of the turns"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Select
              aria-label="Kind of edit"
              value={group}
              options={[{ value: '', label: 'All kinds' }, ...KIND_GROUPS]}
              onChange={setGroup}
            />
            <Select
              aria-label="Who"
              value={author}
              options={[
                { value: '', label: 'Everyone' },
                ...authors.map((name) => ({ value: name, label: name })),
              ]}
              onChange={setAuthor}
            />
            <Select
              aria-label="Tag"
              value={tag}
              options={[
                { value: null, label: 'All tags' },
                ...(tags.data ?? []).map(({ id, name }) => ({ value: id, label: `#${name}` })),
              ]}
              onChange={(historyTag) => changeVocabulary({ historyTag })}
            />
          </div>
          {error ? (
            <FailedState error={error} onRetry={retry} />
          ) : now === null ? (
            <LoadingState />
          ) : total === 0 ? (
            <EmptyState title="No edit matches">
              Shows every change to tags, marks and imports, with who made it, when and why.
            </EmptyState>
          ) : (
            <VirtualList
              label="Edits, newest first"
              total={total}
              rowHeight={ROW_PX}
              itemAt={itemAt}
              keyOf={(edit) => edit.id}
              active={active}
              selected={-1}
              onActive={setActive}
              onOpen={(index) => setOpen(itemAt(index))}
              onRange={onRange}
            >
              {(edit) => <EditRow edit={edit} shown={edit.id === shown?.id} />}
            </VirtualList>
          )}
        </section>
      }
      second={shown && <EditPanel key={shown.id} run={run} edit={shown} onClose={() => setOpen(null)} />}
    />
  );
}

function EditRow({ edit, shown }: { readonly edit: PastEdit; readonly shown: boolean }) {
  return (
    <div className={`edit-row ${edit.undone ? 'edit-undone' : ''} ${shown ? 'edit-shown' : ''}`}>
      <span className="clip edit-words">{edit.description}</span>
      <span className="quiet small">
        {edit.undone
          ? 'undone'
          : edit.edits > 1
            ? `and ${formatAmount(edit.edits - 1, 'earlier edit')} of this turn`
            : edit.decisions > 1
              ? formatAmount(edit.decisions, 'decision')
              : (EDIT_KINDS[edit.kind] ?? edit.kind)}
      </span>
      <span className="quiet small clip">
        {edit.author}, {formatTime(edit.at)}
        {edit.reason && ` · ${edit.reason}`}
      </span>
    </div>
  );
}
