import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Topic } from '#shared/contract/base.ts';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Form, TextField } from '../../../ui/inputs/field.tsx';
import { readable } from '../../../ui/text/readable-error.ts';

const KEPT = {
  device: 'Stored encrypted by the operating system, never in a project.',
  session: 'Kept in memory until you quit Dialogram, because this system cannot encrypt keys.',
} as const;

export function KeyField<Saved>({
  hasKey,
  keptFor,
  none = '',
  topic,
  onSet,
  onRemove,
  onSaved,
}: {
  readonly hasKey: boolean;
  readonly keptFor: 'device' | 'session';
  readonly none?: string;
  readonly topic: Topic;
  readonly onSet: (key: string) => Promise<Saved>;
  readonly onRemove: () => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void | Promise<void>;
}) {
  const [key, setKey] = useState('');
  const set = useMutation({
    mutationFn: onSet,
    meta: about(topic),
    onSuccess: async (saved) => {
      setKey('');
      await onSaved(saved);
    },
    // Drop the typed key as soon as the call is done.
    gcTime: 0,
  });
  const remove = useMutation({ mutationFn: onRemove, meta: about(topic), onSuccess: onSaved });
  const error = set.error ?? remove.error;
  return (
    <Form
      className="models-key flex top gap-2"
      onSubmit={() => {
        if (key.trim() !== '') set.mutate(key);
      }}
    >
      <TextField
        label="Key"
        type="password"
        value={key}
        placeholder={hasKey ? 'A key is saved. Type to replace it.' : none}
        hint={KEPT[keptFor]}
        error={error ? readable(error).message : null}
        autoComplete="off"
        spellCheck={false}
        onChange={(value) => {
          set.reset();
          setKey(value);
        }}
      />
      <Button type="submit" disabled={key.trim() === '' || set.isPending}>
        {hasKey ? 'Replace key' : 'Keep key'}
      </Button>
      {hasKey && <Button does={remove}>Remove key</Button>}
    </Form>
  );
}
