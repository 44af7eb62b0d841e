import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EDIT_GROUPS, EDIT_WORDS, type PastEdit } from '#shared/contract/history.ts';
import type { SimilarPair } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatShare, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useKeyScope } from '../../commands/use-command.ts';
import type { ViewProps } from '../../project/feature.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, SearchField, Select } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { MergeDialog } from './edits/merge-dialog.tsx';
import { EditPanel } from './history/edit-panel.tsx';
import {
  changeVocabulary,
  type HistoryQuery,
  useVocabulary,
  type VocabularyTab,
  vocabularyQueries,
} from './queries.ts';
import { TagsTab } from './tags/tags-tab.tsx';

const ROW_PX = 46;

function HistoryTab({ run, tabs }: { readonly run: RunId | null; readonly tabs: ReactNode }) {
  const ask = vocabularyQueries(run);
  const tag = useVocabulary((state) => state.historyTag);
  const [group, setGroup] = useState('');
  const [author, setAuthor] = useState('');
  const [text, setText] = useState('');
  const [open, setOpen] = useState<PastEdit | null>(null);
  const tags = useQuery(
    ask.tags({ query: '', role: null, archived: 'all', sort: 'name', descending: false }),
  );
  const authors = useQuery(ask.authors).data ?? [];
  const words = useSettledValue(text, 200);
  const query: HistoryQuery = {
    kinds: Object.keys(EDIT_GROUPS.find(({ value }) => value === group)?.kinds ?? {}),
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
      label="Width of the edit panel"
      initial={0.42}
      minFirst={380}
      minSecond={300}
      folded={shown === null}
      onFold={() => setOpen(null)}
      first={
        <section className="panel" aria-label="History">
          <div className="panel-head">
            {tabs}
            <span className="to-end no-wrap quiet" role="status">
              {now ? formatAmount(total, 'entry', 'entries') : ''}
            </span>
          </div>
          <div className="vocabulary-bar rigid wrap flex gap-2 pad-2-3 line-below">
            <SearchField label="Words in the turns" value={text} onChange={setText} />
            <Select
              aria-label="Kind of edit"
              value={group}
              options={[{ value: '', label: 'All kinds' }, ...EDIT_GROUPS]}
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
              The history lists every edit: who made it, when and why.
            </EmptyState>
          ) : (
            <VirtualList
              label="Edits, newest first"
              total={total}
              rowHeight={ROW_PX}
              itemAt={itemAt}
              keyOf={(edit) => edit.id}
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
    <div
      className={`gap-0-3 pad-1-3 grid tall edit-row ${edit.undone ? 'edit-undone' : ''} ${shown ? 'edit-shown accent-soft' : ''}`}
    >
      <span className="clip edit-words">{edit.description}</span>
      <span className="quiet small">
        {edit.undone
          ? 'undone'
          : edit.edits > 1
            ? `and ${formatAmount(edit.edits - 1, 'earlier edit')} of this turn`
            : edit.decisions > 1
              ? formatAmount(edit.decisions, 'decision')
              : (EDIT_WORDS[edit.kind] ?? edit.kind)}
      </span>
      <span className="quiet small clip">
        {edit.author}, {formatTime(edit.at)}
        {edit.reason && ` · ${edit.reason}`}
      </span>
    </div>
  );
}

function SimilarTab({ run, tabs }: { readonly run: RunId | null; readonly tabs: ReactNode }) {
  const [withDismissed, setWithDismissed] = useState(false);
  const merge = (pair: SimilarPair) =>
    openDialog(MergeDialog, {
      run,
      tags: [
        { id: pair.left, name: pair.leftName, turns: pair.leftTurns },
        { id: pair.right, name: pair.rightName, turns: pair.rightTurns },
      ],
    });
  const pairs = useQuery(vocabularyQueries(run).similar(withDismissed));
  const dismiss = useAction(
    ({ left, right, dismissed }: SimilarPair) =>
      client.vocabulary.dismiss({ left, right, dismissed: !dismissed }),
    { meta: about('tags') },
  );
  return (
    <section className="panel" aria-label="Similar tags">
      <div className="panel-head">
        {tabs}
        <span className="to-end no-wrap quiet" role="status">
          {pairs.data ? formatAmount(pairs.data.length, 'pair') : ''}
        </span>
        <Choice label="Show dismissed pairs" checked={withDismissed} onChange={setWithDismissed} />
      </div>
      {pairs.isError ? (
        <FailedState error={pairs.error} onRetry={() => void pairs.refetch()} />
      ) : !pairs.data ? (
        <LoadingState label="Comparing the tags…" />
      ) : pairs.data.length === 0 ? (
        <EmptyState title="No similar tags">
          Dialogram compares tags by spelling, by the text of their turns, and by the tags around them.
        </EmptyState>
      ) : (
        <Focusable as="ul" className="pairs focus-inside scroll" aria-label="Pairs">
          {pairs.data.map((pair) => (
            <li
              key={`${pair.left} ${pair.right}`}
              className={pair.dismissed ? 'pair pair-dismissed' : 'pair'}
            >
              <div className="pair-tags wrap flex gap-2 on-baseline">
                <span
                  className="number"
                  title="How likely it is that the two tags mean the same, based on text, context and name"
                >
                  {formatShare(pair.score)}
                </span>
                <PairTag id={pair.left} name={pair.leftName} turns={pair.leftTurns} />
                <span className="quiet" aria-hidden="true">
                  ~
                </span>
                <PairTag id={pair.right} name={pair.rightName} turns={pair.rightTurns} />
              </div>
              <p className="small quiet">
                {pair.reason} Text similarity: {formatShare(pair.words)}
                {pair.context !== null && `, context similarity: ${formatShare(pair.context)}`}.{' '}
                {pair.together === 0
                  ? 'Never in the same turn.'
                  : `Together in ${formatAmount(pair.together, 'turn')}.`}
              </p>
              <div className="gap-3 span-all grid two-columns">
                <Examples of={pair.leftName} texts={pair.leftExamples} />
                <Examples of={pair.rightName} texts={pair.rightExamples} />
              </div>
              <div className="pair-actions flex gap-2 in-2">
                <Button
                  small
                  aria-label={`Merge #${pair.rightName} and #${pair.leftName}`}
                  onClick={() => merge(pair)}
                >
                  Merge…
                </Button>
                <Button
                  small
                  kind="quiet"
                  aria-label={`${pair.dismissed ? 'Suggest again' : 'Keep apart'}: #${pair.rightName} and #${pair.leftName}`}
                  onClick={() => dismiss.mutate(pair)}
                >
                  {pair.dismissed ? 'Suggest again' : 'Keep apart'}
                </Button>
              </div>
            </li>
          ))}
        </Focusable>
      )}
    </section>
  );
}

function Examples({ of, texts }: { readonly of: string; readonly texts: readonly string[] }) {
  return (
    <ul className="small" aria-label={`Turns with #${of}`}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two turns may have the same text
        <li key={index} className="clip" title={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function PairTag({ id, name, turns }: { readonly id: TagId; readonly name: string; readonly turns: number }) {
  return (
    <span className="gap-1 inline-flex on-baseline">
      <button
        type="button"
        className="link"
        title="Show the tag with its examples"
        onClick={() => changeVocabulary({ tab: 'tags', tag: id, query: name, role: null, archived: 'all' })}
      >
        #{name}
      </button>
      <span className="quiet small">{formatAmount(turns, 'turn')}</span>
    </span>
  );
}

const TABS: readonly { readonly value: VocabularyTab; readonly label: string }[] = [
  { value: 'tags', label: 'Tags' },
  { value: 'similar', label: 'Similar tags' },
  { value: 'history', label: 'History' },
];

export function VocabularyView({ project, shown }: ViewProps) {
  const tab = useVocabulary((state) => state.tab);
  useKeyScope('vocabulary');
  if (shown.run === null && !shown.pending && project.counts.edits === 0) {
    return (
      <EmptyState
        title="No tags yet"
        action={
          <CommandButton
            kind="primary"
            command={project.counts.dialogues === 0 ? corpusCommands.import : taggingCommands.run}
          >
            {project.counts.dialogues === 0 ? 'Import files…' : 'Tag dialogues…'}
          </CommandButton>
        }
      >
        The automaton is learned from tags. Tag the dialogues, then rename, merge, split, describe and archive
        tags here.
      </EmptyState>
    );
  }
  const tabs = (
    <Tabs
      label="Vocabulary"
      value={tab}
      options={TABS}
      panelId="vocabulary-panel"
      onChange={(next) => changeVocabulary({ tab: next })}
    />
  );
  const run = shown.run?.id ?? null;
  return (
    <div
      className="vocabulary fill"
      id="vocabulary-panel"
      role="tabpanel"
      aria-labelledby={`vocabulary-panel-${tab}`}
    >
      {tab === 'tags' && <TagsTab project={project} run={run} tabs={tabs} />}
      {tab === 'similar' && <SimilarTab run={run} tabs={tabs} />}
      {tab === 'history' && <HistoryTab run={run} tabs={tabs} />}
    </div>
  );
}
