import { useState } from 'react';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { changeVocabulary } from '../vocabulary-state.ts';
import { ImpactNotice } from './impact-notice.tsx';
import { ReasonField } from './reason-field.tsx';
import { useVocabularyEdit } from './use-vocabulary-edit.ts';

/** Archives tags, so that they are neither offered nor learned from. If all are archived, restores them. */
export function ArchiveDialog({
  run,
  tags,
  onClose,
}: {
  readonly run: RunId | null;
  readonly tags: readonly VocabularyTag[];
  readonly onClose: () => void;
}) {
  // The state when the dialog opened: the list updates before the dialog closes.
  const [archived] = useState(() => tags.some((tag) => !tag.archived));
  const [reason, setReason] = useState('');
  const edit = useVocabularyEdit(() => {
    changeVocabulary({ chosen: [] });
    onClose();
  });
  const [changing] = useState(() => tags.filter((tag) => tag.archived !== archived));
  const ids = changing.map(({ id }) => id);
  const [first, ...more] = changing;
  const what = first && more.length === 0 ? `#${first.name}` : formatAmount(changing.length, 'tag');
  const rounds = changing.reduce((sum, tag) => sum + tag.rounds, 0);
  // A turn may have several of them.
  const most = changing.length > 1 && rounds > 0 ? 'at most ' : '';
  return (
    <Dialog
      title={archived ? `Archive ${what}` : `Restore ${what}`}
      onClose={onClose}
      action={
        <Button
          kind="primary"
          disabled={edit.isPending}
          onClick={() => edit.mutate((client) => client.vocabulary.archive({ tags: ids, archived, reason }))}
        >
          {archived ? 'Archive' : 'Restore'}
        </Button>
      }
    >
      <p>
        {archived
          ? 'Turns keep an archived tag. It is no longer offered, and new automata ignore it.'
          : 'The tag is offered again, and new automata use it.'}
      </p>
      <ImpactNotice
        run={run}
        title={archived ? 'No longer used in' : 'Used again in'}
        touched={`${most}${formatAmount(rounds, 'turn')}`}
        edit={run === null ? null : { kind: 'archive', tags: ids, archived }}
      />
      <ReasonField value={reason} onChange={setReason} />
      {edit.isError && <ErrorNotice error={edit.error} />}
    </Dialog>
  );
}
