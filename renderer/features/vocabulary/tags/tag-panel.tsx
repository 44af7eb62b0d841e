import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VocabularySort, VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { useApi } from '../../../client/api.tsx';
import { useKeyHint } from '../../../commands/use-command.ts';
import { takeFocus } from '../../../ui/hooks/focus.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SortHead } from '../../../ui/lists/sort-head.tsx';
import { RowGap, useTableRows } from '../../../ui/lists/virtual-list.tsx';
import { ErrorNotice, LoadingState } from '../../../ui/state/notice.tsx';
import { useVocabularyEdit } from '../edits/impact-notice.tsx';
import {
  changeVocabulary,
  toggleChosen,
  useVocabulary,
  vocabularyCommands,
  vocabularyQueries,
} from '../queries.ts';
import { RoundList } from '../rounds/round-list.tsx';
import '../vocabulary.css';

const COLUMNS: readonly {
  readonly key: string;
  readonly label: string;
  readonly sort: VocabularySort | null;
  readonly number: boolean;
}[] = [
  { key: 'name', label: 'Tag', sort: 'name', number: false },
  { key: 'rounds', label: 'Turns', sort: 'rounds', number: true },
  { key: 'user', label: 'Customer', sort: null, number: true },
  { key: 'system', label: 'Agent', sort: null, number: true },
  { key: 'dialogues', label: 'Dialogues', sort: 'dialogues', number: true },
  { key: 'first', label: 'First seen', sort: 'first-seen', number: true },
  { key: 'last', label: 'Last seen', sort: 'last-seen', number: true },
];

/** The table of tags. Arrows move, Enter shows the details, Space selects several to act on together. */
export function TagTable({ tags }: { readonly tags: readonly VocabularyTag[] }) {
  const { sort, descending, tag: shownTag, chosen } = useVocabulary();
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      tags.findIndex(({ id }) => id === shownTag),
    ),
  );
  const at = Math.min(active, tags.length - 1);
  const { box, items, gapBefore, gapAfter, move } = useTableRows(tags.length, at, setActive);
  return (
    <div ref={box} className="long-table tag-table">
      <table aria-rowcount={tags.length + 1} aria-label="Tags">
        <thead>
          <tr aria-rowindex={1}>
            <th className="tag-table-choose" scope="col">
              <span className="visually-hidden">Chosen</span>
            </th>
            {COLUMNS.map(({ key, label, sort: by, number }) => {
              const className = `tag-table-${key}${number ? ' number' : ''}`;
              const sorted = by === sort;
              return by === null ? (
                <th key={key} scope="col" className={className}>
                  {label}
                </th>
              ) : (
                <SortHead
                  key={key}
                  className={className}
                  sorted={sorted}
                  descending={descending}
                  onSort={() => changeVocabulary({ sort: by, descending: sorted ? !descending : number })}
                >
                  {label}
                </SortHead>
              );
            })}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === ' ' && event.target instanceof HTMLButtonElement) {
              event.preventDefault();
              toggleChosen(known(tags[at], `tag ${at}`).id);
            } else if (move(event.key)) event.preventDefault();
          }}
        >
          {items.map(({ index }, position) => {
            const tag = known(tags[index], `tag ${index}`);
            return (
              <TagRow
                key={tag.id}
                tag={tag}
                index={index}
                gapPx={gapBefore(position)}
                active={index === at}
                shown={tag.id === shownTag}
                chosen={chosen.includes(tag.id)}
                onOpen={() => {
                  setActive(index);
                  changeVocabulary({ tag: tag.id });
                }}
              />
            );
          })}
          <RowGap px={gapAfter} columns={COLUMNS.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

function TagRow({
  tag,
  index,
  gapPx,
  active,
  shown,
  chosen,
  onOpen,
}: {
  readonly tag: VocabularyTag;
  readonly index: number;
  readonly gapPx: number;
  readonly active: boolean;
  readonly shown: boolean;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}) {
  const orBlank = (count: number): string => (count > 0 ? formatCount(count) : '');
  return (
    <>
      <RowGap px={gapPx} columns={COLUMNS.length + 1} />
      <tr className={shown ? 'long-row chosen' : 'long-row'} aria-rowindex={index + 2}>
        <td className="tag-table-choose">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Choose #${tag.name}`}
            checked={chosen}
            onChange={() => toggleChosen(tag.id)}
          />
        </td>
        <td className="clip">
          <button
            type="button"
            className="long-row-button"
            data-row={index}
            tabIndex={active ? 0 : -1}
            aria-pressed={shown}
            title={tag.description || undefined}
            onClick={onOpen}
          >
            #{tag.name}
          </button>
          {tag.archived && <span className="quiet small"> archived</span>}
        </td>
        <td className="number">{formatCount(tag.rounds)}</td>
        <td className="number">{orBlank(tag.byRole.user)}</td>
        <td className="number">{orBlank(tag.byRole.system)}</td>
        <td className="number">{orBlank(tag.dialogues)}</td>
        <td className="number">{sightingText(tag.firstSeen)}</td>
        <td className="number">{sightingText(tag.lastSeen)}</td>
      </tr>
    </>
  );
}

/** Returns the day, or the number of the turn in import order if there are no times. */
function sightingText(sighting: VocabularyTag['firstSeen']): string {
  if (sighting === null) return '';
  return sighting.time === null
    ? `turn ${formatCount(sighting.round)}`
    : formatTime(sighting.time).replace(/,.*/, '');
}

const EXAMPLES = 20;

/** Shows one tag: its description, its use and the actions on it. */
export function TagPanel({
  run,
  tag,
  onRename,
  onMerge,
  onSplit,
  onArchive,
}: {
  readonly run: RunId | null;
  readonly tag: VocabularyTag;
  readonly onRename: () => void;
  readonly onMerge: () => void;
  readonly onSplit: () => void;
  readonly onArchive: () => void;
}) {
  const withKeys = useKeyHint();
  const [limit, setLimit] = useState(EXAMPLES);
  const rounds = useQuery(vocabularyQueries(useApi().client, run).rounds({ tagged: [tag.id] }, limit));
  return (
    <section className="panel tag-panel" aria-label={`Tag ${tag.name}`}>
      <div className="panel-head">
        <h2 className="clip">#{tag.name}</h2>
        <IconButton icon="close" label="Close the tag" onClick={() => changeVocabulary({ tag: null })} />
      </div>
      <div className="stack-3 scroll tag-panel-body">
        <div className="tag-panel-actions">
          <Button small title={withKeys(vocabularyCommands.rename)} onClick={onRename}>
            Rename…
          </Button>
          <Button small title={withKeys(vocabularyCommands.merge)} onClick={onMerge}>
            Merge…
          </Button>
          <Button
            small
            title={withKeys(vocabularyCommands.split)}
            disabled={tag.rounds === 0}
            onClick={onSplit}
          >
            Split…
          </Button>
          <Button small title={withKeys(vocabularyCommands.archive)} onClick={onArchive}>
            {tag.archived ? 'Restore…' : 'Archive…'}
          </Button>
          <Button
            small
            kind="quiet"
            onClick={() => changeVocabulary({ tab: 'history', historyTag: tag.id })}
            title="Show every edit of this tag"
          >
            History
          </Button>
        </div>
        <Description tag={tag} />
        <dl className="facts">
          <dt>Turns</dt>
          <dd>
            {formatCount(tag.rounds)}{' '}
            <span className="quiet">
              ({formatCount(tag.byRole.user)} customer, {formatCount(tag.byRole.system)} agent)
            </span>
          </dd>
          <dt>Dialogues</dt>
          <dd>{formatCount(tag.dialogues)}</dd>
          <dt>Seen</dt>
          <dd>
            {tag.firstSeen ? `${sightingText(tag.firstSeen)} to ${sightingText(tag.lastSeen)}` : 'nowhere'}
          </dd>
          {tag.merged.length > 0 && (
            <>
              <dt>Merged from</dt>
              <dd>{tag.merged.map((name) => `#${name}`).join(', ')}</dd>
            </>
          )}
          {tag.archived && (
            <>
              <dt>Archived</dt>
              <dd>Its turns keep it, but it is not offered or learned from.</dd>
            </>
          )}
        </dl>
        <h3>Examples</h3>
        {rounds.isError && <ErrorNotice error={rounds.error} />}
        {rounds.isPending && <LoadingState />}
        {rounds.data && rounds.data.items.length === 0 && <p className="quiet">No turn has this tag.</p>}
        {rounds.data && rounds.data.items.length > 0 && (
          <>
            <RoundList label={`Turns with #${tag.name}`} rounds={rounds.data.items} onOpen={() => {}} />
            {rounds.data.total > rounds.data.items.length && limit < 1000 && (
              <div>
                <Button small kind="quiet" onClick={() => setLimit(Math.min(1000, limit * 2))}>
                  Show more of {formatAmount(rounds.data.total, 'turn')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Description({ tag }: { readonly tag: VocabularyTag }) {
  const [text, setText] = useState<string | null>(null);
  const describe = useVocabularyEdit(() => setText(null));
  if (text === null) {
    return (
      <div className="tag-description">
        {tag.description ? <p>{tag.description}</p> : <p className="quiet">No description yet.</p>}
        <Button small kind="quiet" onClick={() => setText(tag.description)}>
          {tag.description ? 'Edit' : 'Describe…'}
        </Button>
      </div>
    );
  }
  const save = () =>
    describe.mutate((client) => client.vocabulary.describe({ tag: tag.id, description: text }));
  return (
    <form
      className="tag-description-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        className="input"
        aria-label={`Description of #${tag.name}`}
        rows={3}
        maxLength={2000}
        value={text}
        ref={takeFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') setText(null);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <div className="tag-panel-actions">
        <Button small kind="primary" type="submit" disabled={describe.isPending}>
          Save
        </Button>
        <Button small kind="quiet" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
      {describe.isError && <ErrorNotice error={describe.error} />}
    </form>
  );
}
