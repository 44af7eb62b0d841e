import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import type { ChosenTag } from '../../../project/tags/tag-finder.tsx';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { vocabularyQueries } from '../queries.ts';
import { FilterFields } from '../rounds/filter-fields.tsx';
import { asksNothing, EMPTY_FILTER, type FilterForm, filterOf } from '../rounds/filter-form.ts';
import { RoundList } from '../rounds/round-list.tsx';
import { TagsField } from '../rounds/tag-field.tsx';
import { ImpactNotice } from './impact-notice.tsx';
import { ReasonField } from './reason-field.tsx';
import { useVocabularyEdit } from './use-vocabulary-edit.ts';
import './edits.css';

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

/** Adds, removes or replaces a tag in all turns that match a filter, as one edit after showing the count. */
export function BulkDialog({
  run,
  dialogues = null,
  onClose,
}: {
  readonly run: RunId | null;
  /** Only turns of these dialogues; null for all. */
  readonly dialogues?: readonly DialogueId[] | null;
  readonly onClose: () => void;
}) {
  const [form, setForm] = useState<FilterForm>(EMPTY_FILTER);
  const [kind, setKind] = useState<Kind>('add');
  const [taken, setTaken] = useState<readonly ChosenTag[]>([]);
  const [given, setGiven] = useState<readonly ChosenTag[]>([]);
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(onClose);
  const ask = vocabularyQueries(useApi().client, run);
  const filter = { ...filterOf(form), dialogues: dialogues && [...dialogues] };
  const change = changeOf(kind, taken[0], given[0]);
  const wanted = useSettledValue({ filter, change }, 200);
  const matching = useQuery({ ...ask.rounds(wanted.filter, 8), enabled: wanted.change === null });
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
      onClose={onClose}
      action={
        <Button
          kind="primary"
          disabled={change === null || !changing || edit.isPending}
          onClick={() =>
            change &&
            edit.mutate((api) => api.vocabulary.bulk({ run, filter, change, expected: changing, reason }))
          }
        >
          {edit.isPending ? 'Changing…' : changing ? `Change ${formatAmount(changing, 'turn')}` : 'Change'}
        </Button>
      }
    >
      <h3>Turns{dialogues && ` of ${formatAmount(dialogues.length, 'chosen dialogue')}`}</h3>
      <FilterFields run={run} form={form} onChange={setForm} />
      <Choices legend="What to do">
        <div className="bulk-kinds">
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
      <div className="filter-fields">
        {kind !== 'add' && (
          <TagsField label="Tag to remove" run={run} tags={taken} most={1} onChange={setTaken} />
        )}
        {kind !== 'remove' && (
          <TagsField label="Tag to add" run={run} tags={given} most={1} allowNew onChange={setGiven} />
        )}
      </div>
      <div className="edit-preview">
        <section aria-label="Preview">
          <h3>
            {count === undefined
              ? 'Counting…'
              : change === null || changing === null
                ? `${formatAmount(count, 'turn')} ${asksNothing(form) ? (dialogues ? 'in them' : 'in all') : 'like this'}`
                : `${formatCount(changing)} of ${formatAmount(count, 'turn')} would change`}
          </h3>
          {changing === 0 && <p className="quiet">Nothing needs to change.</p>}
          {examples && <RoundList label="First of these turns" rounds={examples} onOpen={null} />}
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
