import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { encoderEntry } from './encoder-entry.ts';
import { comparisonQueries } from './queries.ts';

/** Entries that start the encoders whose columns cannot be added yet, under a line of their own. */
export function useEncoderEntries(): readonly MenuEntry[] {
  const { client, queryClient } = useApi();
  const ask = comparisonQueries(client).encoders;
  const encoders = useQuery(ask);
  const start = useMutation({
    mutationFn: () => client.comparison.encode({ encoder: 'universal-sentence-encoder-lite' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ask.queryKey }),
    onError: tellError,
  });
  const entries = (encoders.data ?? []).flatMap(
    (encoder) => encoderEntry(encoder, () => start.mutate()) ?? [],
  );
  return entries.length > 0 ? [{ kind: 'line' }, ...entries] : [];
}
