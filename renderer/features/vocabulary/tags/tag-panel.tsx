import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnnamed } from '#shared/algorithms/overview/one-symbol.ts';
import type { VocabularySort, VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { useKeyHint } from '../../../commands/use-command.ts';
import { takeFocus } from '../../../ui/hooks/focus.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Form } from '../../../ui/inputs/field.tsx';
import { type LongColumn, LongTable } from '../../../ui/lists/figure-table.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, LoadingState } from '../../../ui/state/notice.tsx';
import { useVocabularyEdit } from '../edits/impact-notice.tsx';
import { ArchiveDialog, MergeDialog, SplitDialog } from '../edits/merge-dialog.tsx';
import { RenameDialog } from '../edits/rename-dialog.tsx';
import {
  changeVocabulary,
  toggleChosen,
  useVocabulary,
  vocabularyCommands,
  vocabularyQueries,
} from '../queries.ts';
import { TurnList } from '../turns/turn-list.tsx';

const orBlank = (count: number): string => (count > 0 ? formatCount(count) : '');

const figure = (
  name: string,
  sort: VocabularySort | undefined,
  headClass: string,
  value: (tag: VocabularyTag) => string,
  help?: string,
): LongColumn<VocabularyTag, VocabularySort> => ({
  ...{ name, sort, headClass, value, help },
  className: 'number',
});

const FIGURES = [
  figure('Turns', 'turns', 'tag-table-turns', ({ turns }) => formatCount(turns)),
  figure('Customer', undefined, 'tag-table-user', ({ byRole }) => orBlank(byRole.user)),
  figure('Agent', undefined, 'tag-table-system', ({ byRole }) => orBlank(byRole.system)),
  figure(
    'Dialogues (any tag)',
    'dialogues',
    'tag-table-dialogues',
    ({ dialogues }) => orBlank(dialogues),
    'Dialogues in which at least one turn has the tag. States in the graph count only turns whose main tag is this one.',
  ),
  figure('First seen', 'first-seen', 'tag-table-first', ({ firstSeen }) => sightingText(firstSeen)),
  figure('Last seen', 'last-seen', 'tag-table-last', ({ lastSeen }) => sightingText(lastSeen)),
];

export function TagTable({ tags }: { readonly tags: readonly VocabularyTag[] }) {
  const { sort, descending, tag: shownTag, chosen } = useVocabulary();
  return (
    <LongTable
      className="tag-table"
      label="Tags"
      columns={[
        {
          name: 'Chosen',
          hidden: true,
          className: 'tag-table-choose',
          value: ({ id, name }) => (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Choose #${name}`}
              checked={chosen.includes(id)}
              onChange={() => toggleChosen(id)}
            />
          ),
        },
        {
          name: 'Tag',
          sort: 'name',
          headClass: 'tag-table-name',
          cellClass: () => 'clip',
          button: ({ description }) => ({ title: description || undefined }),
          value: ({ name }) => `#${name}`,
          beside: ({ name, archived }) => (
            <span className="quiet small">
              {isUnnamed(name) && ' untagged'}
              {archived && ' archived'}
            </span>
          ),
        },
        ...FIGURES,
      ]}
      rows={tags}
      keyOf={({ id }) => id}
      sorting={{
        by: sort,
        descending,
        onSort: (by) => changeVocabulary({ sort: by, descending: by === sort ? !descending : by !== 'name' }),
      }}
      isChosen={({ id }) => id === shownTag}
      onOpen={({ id }) => changeVocabulary({ tag: id })}
      onSpace={({ id }) => toggleChosen(id)}
    />
  );
}

function sightingText(sighting: VocabularyTag['firstSeen']): string {
  if (sighting === null) return '';
  return sighting.time === null
    ? `turn ${formatCount(sighting.turn)}`
    : formatTime(sighting.time).replace(/,.*/, '');
}

const EXAMPLES = 20;

export function TagPanel({ run, tag }: { readonly run: RunId | null; readonly tag: VocabularyTag }) {
  const withKeys = useKeyHint();
  const [limit, setLimit] = useState(EXAMPLES);
  const turns = useQuery(vocabularyQueries(run).turns({ tagged: [tag.id] }, limit));
  return (
    <section className="panel" aria-label={`Tag ${tag.name}`}>
      <div className="panel-head">
        <h2 className="clip">#{tag.name}</h2>
        <IconButton icon="close" label="Close the tag" onClick={() => changeVocabulary({ tag: null })} />
      </div>
      <div className="stack-3 scroll pad-3">
        <div className="wrap flex gap-2">
          <Button
            small
            title={withKeys(vocabularyCommands.rename)}
            onClick={() => openDialog(RenameDialog, { run, tag })}
          >
            Rename…
          </Button>
          <Button
            small
            title={withKeys(vocabularyCommands.merge)}
            onClick={() => openDialog(MergeDialog, { run, tags: [tag] })}
          >
            Merge…
          </Button>
          <Button
            small
            title={withKeys(vocabularyCommands.split)}
            disabled={tag.turns === 0}
            onClick={() => openDialog(SplitDialog, { run, tag })}
          >
            Split…
          </Button>
          <Button
            small
            title={withKeys(vocabularyCommands.archive)}
            onClick={() => openDialog(ArchiveDialog, { run, tags: [tag] })}
          >
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
            {formatCount(tag.turns)}{' '}
            <span className="quiet">
              ({formatCount(tag.byRole.user)} customer, {formatCount(tag.byRole.system)} agent)
            </span>
          </dd>
          <dt>Dialogues</dt>
          <dd>
            {formatCount(tag.dialogues)} <span className="quiet">(on any turn)</span>
          </dd>
          <dt>Seen</dt>
          <dd>
            {tag.firstSeen ? `${sightingText(tag.firstSeen)} to ${sightingText(tag.lastSeen)}` : 'never'}
          </dd>
          {isUnnamed(tag.name) && (
            <>
              <dt>Untagged</dt>
              <dd>This tag says nothing about a turn, so the graph shows turns with this tag as untagged.</dd>
            </>
          )}
          {tag.merged.length > 0 && (
            <>
              <dt>Merged from</dt>
              <dd>{tag.merged.map((name) => `#${name}`).join(', ')}</dd>
            </>
          )}
          {tag.archived && (
            <>
              <dt>Archived</dt>
              <dd>Turns keep this tag, but Dialogram no longer offers it, and new automata ignore it.</dd>
            </>
          )}
        </dl>
        <h3>Examples</h3>
        {turns.isError && <ErrorNotice error={turns.error} />}
        {turns.isPending && <LoadingState />}
        {turns.data && turns.data.items.length === 0 && <p className="quiet">No turn has this tag.</p>}
        {turns.data && turns.data.items.length > 0 && (
          <>
            <TurnList label={`Turns with #${tag.name}`} turns={turns.data.items} onOpen={() => {}} />
            {turns.data.total > turns.data.items.length && limit < 1000 && (
              <div>
                <Button small kind="quiet" onClick={() => setLimit(Math.min(1000, limit * 2))}>
                  Show more of {formatAmount(turns.data.total, 'turn')}
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
      <div className="apart flex top gap-2">
        {tag.description ? (
          <p className="shrink pad-half-0 breaks pre-wrap">{tag.description}</p>
        ) : (
          <p className="pad-half-0 quiet">No description yet.</p>
        )}
        <Button small kind="quiet" onClick={() => setText(tag.description)}>
          {tag.description ? 'Edit' : 'Describe…'}
        </Button>
      </div>
    );
  }
  const save = () => describe.mutate(() => client.vocabulary.describe({ tag: tag.id, description: text }));
  return (
    <Form className="pad-1-2" onSubmit={() => save()}>
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
      <div className="wrap flex gap-2">
        <Button small kind="primary" type="submit" disabled={describe.isPending}>
          Save
        </Button>
        <Button small kind="quiet" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
      {describe.isError && <ErrorNotice error={describe.error} />}
    </Form>
  );
}
