import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { TextField } from '../../ui/inputs/field.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';

/** The name that stands beside this person's edits. */
export function AuthorField() {
  const { client } = useApi();
  const author = useQuery(question('history.author', client.history.author, undefined, about('author'))).data;
  const [text, setText] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (name: string) => client.history.setAuthor({ name }),
    meta: about('author'),
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
