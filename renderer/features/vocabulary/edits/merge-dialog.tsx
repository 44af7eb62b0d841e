import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagNameSchema } from '#shared/contract/base.ts';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { projectQueries } from '../../../project/queries.ts';
import type { ChosenTag } from '../../../project/tags/tag-finder.tsx';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { TextField } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { changeVocabulary, vocabularyQueries } from '../queries.ts';
import { EMPTY_FILTER, FilterFields, type FilterForm, filterOf, TagsField } from '../turns/filter-fields.tsx';
import { TurnList } from '../turns/turn-list.tsx';
import { ImpactNotice, ReasonField, useVocabularyEdit } from './impact-notice.tsx';

export function SplitDialog({ run, tag }: { readonly run: RunId | null; readonly tag: VocabularyTag }) {
  const [name, setName] = useState('');
  const [form, setForm] = useState<FilterForm>({
    ...EMPTY_FILTER,
    // A tag of both roles is usually split by role.
    role: tag.byRole.user > 0 && tag.byRole.system > 0 ? 'user' : '',
  });
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(closeDialog);
  const parsed = tagNameSchema.safeParse(name);
  const filter = filterOf(form);
  const within = useSettledValue({ ...filter, tagged: [...(filter.tagged ?? []), tag.id] }, 200);
  const turns = useQuery(vocabularyQueries(run).turns(within, 8));
  const count = turns.data?.total ?? null;
  const typed = useSettledValue(parsed.success ? parsed.data : '', 200);
  const [near] = useQuery(projectQueries.vocabulary(run, typed)).data?.nearest ?? [];
  const ready = parsed.success && count !== null && count > 0;
  return (
    <Dialog
      title={`Split #${tag.name}`}
      width="wide"
      main={{
        label: count ? `Split off ${formatAmount(count, 'turn')}` : 'Split',
        disabled: !ready || edit.isPending,
        onClick: () => edit.mutate(() => client.vocabulary.split({ run, tag: tag.id, filter, name, reason })),
      }}
    >
      <TextField
        label="New tag"
        value={name}
        error={name === '' || parsed.success ? null : parsed.error.issues[0]?.message}
        hint={`Replaces #${tag.name} in the turns chosen below.`}
        onChange={setName}
      />
      {near && (
        <Notice kind="warning">
          There is no tag #{typed} yet. Did you mean #{near.name} ({formatAmount(near.turns, 'turn')})?
        </Notice>
      )}
      <FilterFields run={run} form={form} onChange={setForm} />
      <div className="edit-preview one-if-narrow gap-4 grid at-start">
        <section aria-label="Chosen turns">
          <h3 className="below-1">
            {count === null ? 'Counting…' : `${formatCount(count)} of ${formatAmount(tag.turns, 'turn')}`}
          </h3>
          {count === 0 && <p className="quiet">No turn with #{tag.name} matches.</p>}
          {count === tag.turns && count > 0 && (
            <p className="quiet">
              This covers every turn with #{tag.name}. Add a condition, or rename the tag instead.
            </p>
          )}
          {turns.data && <TurnList label="First chosen turns" turns={turns.data.items} onOpen={null} />}
        </section>
        <div className="stack-3">
          <ImpactNotice
            run={run}
            touched={ready ? formatAmount(count, 'turn') : null}
            edit={ready ? { kind: 'split', tag: tag.id, filter, name } : null}
          />
          <ReasonField value={reason} onChange={setReason} />
        </div>
      </div>
      {edit.isError && <ErrorNotice error={edit.error} />}
      {turns.isError && <ErrorNotice error={turns.error} />}
    </Dialog>
  );
}

type Mergeable = Pick<VocabularyTag, 'id' | 'name' | 'turns'>;

interface MergeDialogProps {
  readonly run: RunId | null;
  readonly tags: readonly Mergeable[];
}

export function MergeDialog({ run, tags }: MergeDialogProps) {
  const [merged, setMerged] = useState<readonly ChosenTag[]>(tags);
  const [into, setInto] = useState<readonly ChosenTag[]>(tags.length > 1 ? [mostFrequent(tags)] : []);
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(() => {
    changeVocabulary({ chosen: [] });
    closeDialog();
  });
  const [target] = into;
  const ids = merged.flatMap(({ id }) => id ?? []) as TagId[];
  const others = merged.filter(({ name }) => name !== target?.name);
  const ready = target !== undefined && others.length > 0;
  const counted = others.map(({ name }) => tags.find((tag) => tag.name === name)?.turns);
  const sum = counted.reduce<number>((total, turns) => total + (turns ?? 0), 0);
  const touched = counted.every((turns) => turns !== undefined) && ready ? formatAmount(sum, 'turn') : null;
  return (
    <Dialog
      title={tags.length > 1 ? `Merge ${tags.length} tags` : `Merge #${tags[0]?.name} into another tag`}
      main={{
        label: target ? `Merge into #${target.name}` : 'Merge',
        disabled: !ready || edit.isPending,
        onClick: () =>
          target && edit.mutate(() => client.vocabulary.merge({ tags: ids, into: target.name, reason })),
      }}
    >
      <TagsField label="Merge" run={run} tags={merged} onChange={setMerged} />
      <TagsField
        label="Into"
        run={run}
        tags={into}
        most={1}
        allowNew
        first
        hint="One of these tags, another tag, or a new name. Each turn gets the tag only once."
        onChange={setInto}
      />
      <ImpactNotice
        run={run}
        touched={touched}
        edit={ready ? { kind: 'merge', tags: ids, into: target.name } : null}
      />
      <ReasonField value={reason} onChange={setReason} />
      {edit.isError && <ErrorNotice error={edit.error} />}
    </Dialog>
  );
}

const mostFrequent = (tags: readonly Mergeable[]): Mergeable =>
  tags.reduce((most, tag) => (tag.turns > most.turns ? tag : most));

interface ArchiveDialogProps {
  readonly run: RunId | null;
  readonly tags: readonly VocabularyTag[];
}

export function ArchiveDialog({ run, tags }: ArchiveDialogProps) {
  // The state when the dialog opened: the list updates before the dialog closes.
  const [archived] = useState(() => tags.some((tag) => !tag.archived));
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(() => {
    changeVocabulary({ chosen: [] });
    closeDialog();
  });
  const [changing] = useState(() => tags.filter((tag) => tag.archived !== archived));
  const ids = changing.map(({ id }) => id);
  const [first, ...more] = changing;
  const what = first && more.length === 0 ? `#${first.name}` : formatAmount(changing.length, 'tag');
  const turns = changing.reduce((sum, tag) => sum + tag.turns, 0);
  // A turn may have several of the changed tags.
  const most = changing.length > 1 && turns > 0 ? 'at most ' : '';
  return (
    <Dialog
      title={archived ? `Archive ${what}` : `Restore ${what}`}
      main={{
        label: archived ? 'Archive' : 'Restore',
        disabled: edit.isPending,
        onClick: () => edit.mutate(() => client.vocabulary.archive({ tags: ids, archived, reason })),
      }}
    >
      <p>
        {archived
          ? 'Turns keep an archived tag, but Dialogram no longer offers it, and new automata ignore it.'
          : 'Dialogram offers the tag again, and new automata use it.'}
      </p>
      <ImpactNotice
        run={run}
        title={archived ? 'No longer used in' : 'Used again in'}
        touched={`${most}${formatAmount(turns, 'turn')}`}
        edit={run === null ? null : { kind: 'archive', tags: ids, archived }}
      />
      <ReasonField value={reason} onChange={setReason} />
      {edit.isError && <ErrorNotice error={edit.error} />}
    </Dialog>
  );
}
