import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

/** What the settings of models ask. Nothing but `models` reaches a server, and that only after consent. */
export function providerQueries(client: DialogramClient) {
  return {
    list: queryOptions({
      queryKey: ['providers.list'],
      queryFn: ({ signal }) => client.providers.list(undefined, { signal }),
      staleTime: 0,
      meta: about('models'),
    }),
    presets: queryOptions({
      queryKey: ['providers.presets'],
      queryFn: ({ signal }) => client.providers.presets(undefined, { signal }),
    }),
    models: (id: string, address: string) =>
      queryOptions({
        queryKey: ['providers.models', id, address],
        queryFn: ({ signal }) => client.providers.models({ id }, { signal }),
        staleTime: 0,
      }),
    maskPreview: (dialogue: DialogueId | null) =>
      queryOptions({
        queryKey: ['providers.maskPreview', dialogue],
        queryFn: ({ signal }) => client.providers.maskPreview({ dialogue }, { signal }),
        meta: about('corpus'),
      }),
  };
}
