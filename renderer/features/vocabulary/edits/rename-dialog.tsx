import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tagNameSchema } from '#shared/contract/base.ts';
import type { BulkChange } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId, TagId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { type ChosenTag, useTagEdits } from '../../../project/tags/tag-finder.tsx';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, Choices, Form, TextField } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { vocabularyQueries } from '../queries.ts';
import {
  asksNothing,
  EMPTY_FILTER,
  FilterFields,
  type FilterForm,
  filterOf,
  TagsField,
} from '../turns/filter-fields.tsx';
import { TurnList } from '../turns/turn-list.tsx';
import { ImpactNotice, ReasonField, useVocabularyEdit } from './impact-notice.tsx';

const KINDS = [
  { value: 'add', label: 'Add a tag' },
  { value: 'remove', label: 'Remove a tag' },
  { value: 'replace', label: 'Replace a tag' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

function changeOf(kind: Kind, taken: ChosenTag | undefined, given: ChosenTag | undefined): BulkChange | null {
  if (kind === 'add') return given ? { kind, tag: given.name } : null;
  if (taken?.id == null) return null;
  if (kind === 'remove') return { kind, tag: taken.id };
  return given ? { kind, tag: taken.id, by: given.name } : null;
}

interface BulkDialogProps {
  readonly run: RunId | null;
  readonly dialogues?: readonly DialogueId[] | null;
}

export function BulkDialog({ run, dialogues = null }: BulkDialogProps) {
  const [form, setForm] = useState<FilterForm>(EMPTY_FILTER);
  const [kind, setKind] = useState<Kind>('add');
  const [taken, setTaken] = useState<readonly ChosenTag[]>([]);
  const [given, setGiven] = useState<readonly ChosenTag[]>([]);
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(closeDialog);
  const ask = vocabularyQueries(run);
  const filter = { ...filterOf(form), dialogues: dialogues && [...dialogues] };
  const change = changeOf(kind, taken[0], given[0]);
  const wanted = useSettledValue({ filter, change }, 200);
  const matching = useQuery({ ...ask.turns(wanted.filter, 8), enabled: wanted.change === null });
  const preview = useQuery({
    ...ask.bulk(wanted.filter, wanted.change ?? { kind: 'add', tag: 'x' }),
    enabled: wanted.change !== null,
  });
  const settled = JSON.stringify(wanted) === JSON.stringify({ filter, change });
  const changing =
    settled && change !== null && !preview.isPlaceholderData ? (preview.data?.changing ?? null) : null;
  const examples = change === null ? matching.data?.items : preview.data?.examples;
  const count = change === null ? matching.data?.total : preview.data?.matching;
  return (
    <Dialog
      title="Change turns"
      width="wide"
      main={{
        label: edit.isPending
          ? 'Changing…'
          : changing
            ? `Change ${formatAmount(changing, 'turn')}`
            : 'Change',
        disabled: change === null || !changing || edit.isPending,
        onClick: () =>
          change &&
          edit.mutate(() => client.vocabulary.bulk({ run, filter, change, expected: changing, reason })),
      }}
    >
      <h3>Turns{dialogues && ` of ${formatAmount(dialogues.length, 'chosen dialogue')}`}</h3>
      <FilterFields run={run} form={form} onChange={setForm} />
      <Choices legend="What to do">
        <div className="flex gap-4">
          {KINDS.map(({ value, label }) => (
            <Choice
              key={value}
              type="radio"
              name="bulk-kind"
              label={label}
              checked={kind === value}
              onChange={() => setKind(value)}
            />
          ))}
        </div>
      </Choices>
      <div className="filter-fields gap-3 grid at-start">
        {kind !== 'add' && (
          <TagsField label="Tag to remove" run={run} tags={taken} most={1} onChange={setTaken} />
        )}
        {kind !== 'remove' && (
          <TagsField label="Tag to add" run={run} tags={given} most={1} allowNew onChange={setGiven} />
        )}
      </div>
      <div className="edit-preview one-if-narrow gap-4 grid at-start">
        <section aria-label="Preview">
          <h3 className="below-1">
            {count === undefined
              ? 'Counting…'
              : change === null || changing === null
                ? asksNothing(form)
                  ? `${formatAmount(count, 'turn')} ${dialogues ? 'in these dialogues' : 'in total'}`
                  : formatAmount(count, 'matching turn')
                : `${formatCount(changing)} of ${formatAmount(count, 'turn')} would change`}
          </h3>
          {changing === 0 && <p className="quiet">Nothing to change.</p>}
          {examples && <TurnList label="First turns" turns={examples} onOpen={null} />}
        </section>
        <div className="stack-3">
          <ImpactNotice
            run={run}
            touched={changing ? formatAmount(changing, 'turn') : null}
            edit={changing && change ? { kind: 'bulk', filter, change } : null}
          />
          <ReasonField value={reason} onChange={setReason} />
        </div>
      </div>
      {preview.isError && change !== null && <ErrorNotice error={preview.error} />}
      {edit.isError && <ErrorNotice error={edit.error} />}
    </Dialog>
  );
}

interface RenameDialogProps {
  readonly run: RunId | null;
  readonly tag: { readonly id: TagId; readonly name: string };
}

export function RenameDialog({ run, tag }: RenameDialogProps) {
  const { apply } = useTagEdits(null);
  const [text, setText] = useState(tag.name);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const carrying = useQuery(vocabularyQueries(run).turns({ tagged: [tag.id] }, 1)).data;
  const parsed = tagNameSchema.safeParse(text);
  const name = parsed.success ? parsed.data : null;

  const find = async (wanted: string) => {
    const { items, nearest } = await client.tagging.vocabulary({ query: wanted, limit: 1000 });
    const others = (tags: typeof items) => tags.filter(({ id }) => id !== tag.id);
    return {
      taken: others(items).find((item) => item.name === wanted) ?? null,
      near: others(nearest)[0] ?? null,
    };
  };
  const rename = useMutation({
    mutationFn: async ({ asked, merge }: { readonly asked: boolean; readonly merge: boolean }) => {
      if (name === null) return null;
      const found = asked ? null : await find(name);
      if (found?.taken || found?.near) return found;
      await apply({ kind: 'rename', tag: tag.id, name, merge, reason });
      closeDialog();
      return null;
    },
  });
  const taken = rename.data?.taken ?? null;
  const near = rename.data?.near ?? null;
  // The name may belong to a tag of another run, which this vocabulary does not list.
  const takenElsewhere = !taken && (rename.error as { code?: unknown } | null)?.code === 'INVALID';
  const merges = taken !== null || takenElsewhere;

  return (
    <Dialog
      title={`Rename #${tag.name} everywhere`}
      main={{
        label: merges ? 'Merge the two tags' : near ? `Rename to #${name}` : 'Rename',
        form: 'rename',
        disabled: name === null || name === tag.name || rename.isPending,
      }}
    >
      <Form id="rename" onSubmit={() => rename.mutate({ asked: merges || near !== null, merge: merges })}>
        <TextField
          label="New name"
          ref={field}
          value={text}
          onFocus={(event) => event.target.select()}
          error={parsed.success ? null : parsed.error.issues[0]?.message}
          hint="The tag is renamed in every turn of every tagging run. You can undo this."
          onChange={(value) => {
            setText(value);
            rename.reset();
          }}
        />
      </Form>
      {taken && (
        <Notice kind="warning">
          #{taken.name} already exists, in {formatAmount(taken.turns, 'turn')}. Merging renames every #
          {tag.name} to #{taken.name}.
        </Notice>
      )}
      {near && (
        <Notice
          kind="warning"
          actions={
            <Button
              small
              onClick={() => {
                setText(near.name);
                rename.reset();
                // The button disappears, so the focus moves to the field, where Enter is the next step.
                field.current?.focus();
              }}
            >
              Use #{near.name}
            </Button>
          }
        >
          There is no tag #{name} yet. Did you mean #{near.name} ({formatAmount(near.turns, 'turn')})?
        </Notice>
      )}
      {takenElsewhere && (
        <Notice kind="warning">
          #{name} already exists. Merging renames every #{tag.name} to #{name}.
        </Notice>
      )}
      <ImpactNotice
        run={run}
        touched={carrying ? formatAmount(carrying.total, 'turn') : null}
        edit={name === null || name === tag.name ? null : { kind: 'rename', tag: tag.id, name }}
      />
      <ReasonField value={reason} onChange={setReason} />
      {rename.isError && !takenElsewhere && <ErrorNotice error={rename.error} />}
    </Dialog>
  );
}
