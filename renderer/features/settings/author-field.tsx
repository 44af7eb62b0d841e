import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';

/** The name that stands beside this person's edits. */
export function AuthorField() {
  const { client, queryClient } = useApi();
  const key = ['history.author'];
  const author = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.history.author(undefined, { signal }),
  }).data;
  const [text, setText] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (name: string) => client.history.setAuthor({ name }),
    onSuccess: (saved) => queryClient.setQueryData(key, saved),
    onError: tellError,
  });
  const keep = () => {
    const name = text?.trim();
    if (name && name !== author?.name) save.mutate(name);
    setText(null);
  };
  return (
    <TextField
      label="Your name in the history"
      hint="Stands beside every edit you make, and goes with the project. Kept on this machine."
      maxLength={80}
      value={text ?? author?.name ?? ''}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}
