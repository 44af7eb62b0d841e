import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

/** Renames a tag in every turn. Asks first if the name is taken or resembles another tag's. */
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
  const field = useRef<HTMLInputElement>(null);
  const carrying = useQuery(vocabularyQueries(client, run).rounds({ tagged: [tag.id] }, 1)).data;
  const parsed = tagNameSchema.safeParse(text);
  const name = parsed.success ? parsed.data : null;

  /** Returns the tag that already has the name, and the one that the name resembles. */
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
      onClose();
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
      onClose={onClose}
      action={
        <Button
          kind="primary"
          type="submit"
          form="rename"
          disabled={name === null || name === tag.name || rename.isPending}
        >
          {merges ? 'Merge the two tags' : near ? `Rename to #${name}` : 'Rename'}
        </Button>
      }
    >
      <form
        id="rename"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ asked: merges || near !== null, merge: merges });
        }}
      >
        <TextField
          label="New name"
          ref={field}
          value={text}
          onFocus={(event) => event.target.select()}
          error={parsed.success ? null : parsed.error.issues[0]?.message}
          hint="The tag is renamed in every turn of every tagging run. You can undo this."
          onChange={(event) => {
            setText(event.target.value);
            rename.reset();
          }}
        />
      </form>
      {taken && (
        <Notice kind="warning">
          There is already a tag #{taken.name}, in {formatAmount(taken.rounds, 'turn')}. Merging makes every #
          {tag.name} a #{taken.name}.
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
          There is no tag #{name} yet. Did you mean #{near.name}, which is in{' '}
          {formatAmount(near.rounds, 'turn')}?
        </Notice>
      )}
      {takenElsewhere && (
        <Notice kind="warning">
          There is already a tag #{name}. Merging makes every #{tag.name} a #{name}.
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
