import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { readable } from '../../../ui/text/readable-error.ts';

const KEPT = {
  device: 'Kept encrypted by the operating system, never in a project.',
  session: 'Kept in memory until Dialogram ends: nothing here encrypts keys.',
} as const;

/** The key: it can be entered, replaced and removed, never read. */
export function KeyField({
  provider,
  keptFor,
  onProvider,
}: {
  readonly provider: Provider;
  readonly keptFor: 'device' | 'session';
  readonly onProvider: (provider: Provider) => void;
}) {
  const { client } = useApi();
  const [key, setKey] = useState('');
  const set = useMutation({
    mutationFn: (typed: string) => client.providers.setKey({ id: provider.id, key: typed }),
    meta: about('models'),
    onSuccess: (saved) => {
      setKey('');
      onProvider(saved);
    },
    // Nothing keeps what was typed longer than the call.
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => client.providers.removeKey({ id: provider.id }),
    meta: about('models'),
    onSuccess: onProvider,
  });
  const error = set.error ?? remove.error;
  return (
    <form
      className="models-key"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') set.mutate(key);
      }}
    >
      <TextField
        label="Key"
        type="password"
        value={key}
        placeholder={
          provider.hasKey ? 'A key is there; type to replace it' : 'None, if the server wants none'
        }
        hint={KEPT[keptFor]}
        error={error ? readable(error).message : null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          set.reset();
          setKey(event.target.value);
        }}
      />
      <Button type="submit" disabled={key.trim() === '' || set.isPending}>
        {provider.hasKey ? 'Replace key' : 'Keep key'}
      </Button>
      {provider.hasKey && (
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove key
        </Button>
      )}
    </form>
  );
}
