import { useState } from 'react';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { ChosenTag } from '../../../project/tags/tag-finder.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { TagsField } from '../rounds/tag-field.tsx';
import { changeVocabulary } from '../vocabulary-state.ts';
import { ImpactNotice } from './impact-notice.tsx';
import { ReasonField } from './reason-field.tsx';
import { useVocabularyEdit } from './use-vocabulary-edit.ts';

type Mergeable = Pick<VocabularyTag, 'id' | 'name' | 'rounds'>;

/** Merges tags into one: the most frequent, unless another is chosen. */
export function MergeDialog({
  run,
  tags,
  onClose,
}: {
  readonly run: RunId | null;
  readonly tags: readonly Mergeable[];
  readonly onClose: () => void;
}) {
  const [merged, setMerged] = useState<readonly ChosenTag[]>(tags);
  const [into, setInto] = useState<readonly ChosenTag[]>(tags.length > 1 ? [mostFrequent(tags)] : []);
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(() => {
    changeVocabulary({ chosen: [] });
    onClose();
  });
  const [target] = into;
  const ids = merged.flatMap(({ id }) => id ?? []) as TagId[];
  const others = merged.filter(({ name }) => name !== target?.name);
  const ready = target !== undefined && others.length > 0;
  const counted = others.map(({ name }) => tags.find((tag) => tag.name === name)?.rounds);
  const sum = counted.reduce<number>((total, rounds) => total + (rounds ?? 0), 0);
  const touched = counted.every((rounds) => rounds !== undefined) && ready ? formatAmount(sum, 'turn') : null;
  return (
    <Dialog
      title={tags.length > 1 ? `Merge ${tags.length} tags` : `Merge #${tags[0]?.name} into another tag`}
      onClose={onClose}
      action={
        <Button
          kind="primary"
          disabled={!ready || edit.isPending}
          onClick={() =>
            target &&
            edit.mutate((client) => client.vocabulary.merge({ tags: ids, into: target.name, reason }))
          }
        >
          {target ? `Merge into #${target.name}` : 'Merge'}
        </Button>
      }
    >
      <TagsField label="Merge" run={run} tags={merged} onChange={setMerged} />
      <TagsField
        label="Into"
        run={run}
        tags={into}
        most={1}
        allowNew
        first
        hint="One of them, another tag, or a new name. Turns with several of them carry it once."
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
  tags.reduce((most, tag) => (tag.rounds > most.rounds ? tag : most));
