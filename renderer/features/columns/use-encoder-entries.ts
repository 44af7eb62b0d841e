import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { encoderEntry } from './encoder-entry.ts';
import { comparisonQueries } from './queries.ts';

/** Entries that start the encoders whose columns cannot be added yet, under a line of their own. */
export function useEncoderEntries(): readonly MenuEntry[] {
  const { client } = useApi();
  const encoders = useQuery(comparisonQueries(client).encoders);
  const start = useMutation({
    mutationFn: () => client.comparison.encode({ encoder: 'universal-sentence-encoder-lite' }),
    meta: about('jobs'),
    onError: tellError,
  });
  const entries = (encoders.data ?? []).flatMap(
    (encoder) => encoderEntry(encoder, () => start.mutate()) ?? [],
  );
  return entries.length > 0 ? [{ kind: 'line' }, ...entries] : [];
}
