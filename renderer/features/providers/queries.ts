import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

/** What the settings of models ask. Nothing but `models` reaches a server, and that only after consent. */
export const providerQueries = ({ providers }: DialogramClient) => ({
  list: {
    ...question('providers.list', providers.list, undefined, about('models')),
    staleTime: 0,
    // Forms begin with what it says, and must not begin with what it said before it was changed.
    gcTime: 0,
  },
  presets: question('providers.presets', providers.presets, undefined),
  models: (id: string, address: string) => ({
    // Another question once the server has moved.
    ...question('providers.models', (asked, options) => providers.models({ id: asked.id }, options), {
      id,
      address,
    }),
    staleTime: 0,
  }),
  maskPreview: (dialogue: DialogueId | null) =>
    question('providers.maskPreview', providers.maskPreview, { dialogue }, about('corpus')),
});
