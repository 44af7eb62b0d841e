import { useMutation, useQuery } from '@tanstack/react-query';
import type { Source } from '#shared/contract/corpus.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { corpusQueries } from './queries.ts';

/** Removes a source from the project. It can be brought back. */
export function RemoveSource({ source: { id, name } }: { readonly source: Source }) {
  const { client } = useApi();
  const remove = useMutation({
    mutationFn: () => client.removing.remove({ source: id }),
    onSuccess: () => tell(`Removed ${name}. Undo brings it back.`),
    onError: tellError,
  });
  return (
    <IconButton
      icon="minus"
      small
      disabled={remove.isPending}
      label={`Remove ${name}`}
      title="Remove this source and its dialogues. You can undo this."
      onClick={() => remove.mutate()}
    />
  );
}

export function RemovedSources() {
  const { client } = useApi();
  const removed = useQuery(corpusQueries(client).removed);
  const bringBack = useMutation({
    mutationFn: (source: Source['id']) => client.removing.bringBack({ source }),
    onSuccess: ({ edit }) => edit && tell(`${edit.description}: done.`),
    onError: tellError,
  });
  if (!removed.data || removed.data.length === 0) return null;
  return (
    <section className="stack-2" aria-labelledby="removed-sources">
      <h3 id="removed-sources">Removed</h3>
      <ul className="removed-sources">
        {removed.data.map(({ id, name, path, dialogues, removedAt }) => (
          <li key={id} className="row-3">
            <span className="clip" title={path}>
              {name}
            </span>
            <span className="quiet">
              {formatAmount(dialogues, 'dialogue')}, {formatTime(removedAt)}
            </span>
            <Button
              icon="undo"
              pending={bringBack.isPending && bringBack.variables === id}
              disabled={bringBack.isPending}
              onClick={() => bringBack.mutate(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <p className="quiet small">The next purge deletes them permanently.</p>
    </section>
  );
}
