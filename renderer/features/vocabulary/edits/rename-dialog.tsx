import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagNameSchema } from '#shared/contract/base.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { useTagEdits } from '../../../project/tags/use-tag-edits.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { vocabularyQueries } from '../queries.ts';
import { ImpactNotice } from './impact-notice.tsx';
import { ReasonField } from './reason-field.tsx';

/** Renames a tag in every round; where the name is taken, says what uniting the two would mean first. */
export function RenameDialog({
  run,
  tag,
  onClose,
}: {
  readonly run: RunId | null;
  readonly tag: { readonly id: TagId; readonly name: string };
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const { apply } = useTagEdits(null);
  const [text, setText] = useState(tag.name);
  const [reason, setReason] = useState('');
  const carrying = useQuery(vocabularyQueries(client, run).rounds({ tagged: [tag.id] }, 1)).data;
  const parsed = tagNameSchema.safeParse(text);
  const name = parsed.success ? parsed.data : null;

  const find = async (wanted: string) => {
    const { items } = await client.tagging.vocabulary({ query: wanted, limit: 1000 });
    return items.find((item) => item.name === wanted) ?? null;
  };
  const rename = useMutation({
    mutationFn: async (merge: boolean) => {
      if (name === null) return null;
      const taken = merge ? null : await find(name);
      if (taken && taken.id !== tag.id) return taken;
      await apply({ kind: 'rename', tag: tag.id, name, merge, reason });
      onClose();
      return null;
    },
  });
  const taken = rename.data ?? null;
  // The name may be taken by a tag of another run, which the vocabulary on show does not list.
  const takenElsewhere = !taken && (rename.error as { code?: unknown } | null)?.code === 'INVALID';
  const merges = taken !== null || takenElsewhere;

  return (
    <Dialog
      title={`Rename #${tag.name} everywhere`}
      onClose={onClose}
      action={
        <Button
          kind="primary"
          type="submit"
          form="rename"
          disabled={name === null || name === tag.name || rename.isPending}
        >
          {merges ? 'Merge the two tags' : 'Rename'}
        </Button>
      }
    >
      <form
        id="rename"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(merges);
        }}
      >
        <TextField
          label="New name"
          value={text}
          onFocus={(event) => event.target.select()}
          error={parsed.success ? null : parsed.error.issues[0]?.message}
          hint="The tag is renamed in every round of every tagging run. One undo takes it back."
          onChange={(event) => {
            setText(event.target.value);
            rename.reset();
          }}
        />
      </form>
      {taken && (
        <Notice kind="warning">
          There is already a tag #{taken.name}, in {formatAmount(taken.rounds, 'round')}. Merging makes every
          #{tag.name} a #{taken.name}.
        </Notice>
      )}
      {takenElsewhere && (
        <Notice kind="warning">
          There is already a tag #{name}. Merging makes every #{tag.name} a #{name}.
        </Notice>
      )}
      <ImpactNotice
        run={run}
        touched={carrying ? formatAmount(carrying.total, 'round') : null}
        edit={name === null || name === tag.name ? null : { kind: 'rename', tag: tag.id, name }}
      />
      <ReasonField value={reason} onChange={setReason} />
      {rename.isError && !takenElsewhere && <ErrorNotice error={rename.error} />}
    </Dialog>
  );
}
