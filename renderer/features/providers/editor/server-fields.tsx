import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Topic } from '#shared/contract/base.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Form, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { isReady, providerQueries } from '../queries.ts';

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

export interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

/** Returns the models that a server lists. Asks only a server that a person agreed to contact. */
export const useOfferedModels = (server: Provider | undefined) =>
  useQuery({
    ...providerQueries.models(server?.id ?? '', server?.baseUrl ?? ''),
    enabled: server !== undefined && isReady(server),
  });

interface ModelFieldsProps {
  readonly label?: string;
  readonly providers: readonly Provider[];
  readonly asked: AskedModel;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly onChange: (asked: AskedModel) => void;
  /** The model that a server suggests; by default, its chat model. */
  readonly usual?: (server: Provider) => string | null;
}

export function ModelFields({
  label = 'Model',
  providers,
  asked,
  onChange,
  usual = ({ chatModel }) => chatModel,
  ...described
}: ModelFieldsProps) {
  const offered = useOfferedModels(providers.find(({ id }) => id === asked.provider));
  return (
    <>
      <SelectField
        label="Server"
        value={asked.provider}
        options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(provider) => {
          const server = providers.find(({ id }) => id === provider);
          onChange({ provider, model: (server && usual(server)) ?? '' });
        }}
      />
      <TextField
        label={label}
        value={asked.model}
        suggestions={offered.data?.models ?? []}
        autoComplete="off"
        spellCheck={false}
        {...described}
        onChange={(model) => onChange({ ...asked, model })}
      />
    </>
  );
}
