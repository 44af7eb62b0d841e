import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const providerQueries = ({ providers }: DialogramClient) => ({
  list: {
    ...question('providers.list', providers.list, undefined, about('models')),
    staleTime: 0,
    // Forms start from this answer, so it must not be an outdated one.
    gcTime: 0,
  },
  presets: question('providers.presets', providers.presets, undefined),
  models: (id: string, address: string) => ({
    // A changed server address makes it a new query.
    ...question('providers.models', (asked, options) => providers.models({ id: asked.id }, options), {
      id,
      address,
    }),
    staleTime: 0,
  }),
  maskPreview: (dialogue: DialogueId | null) =>
    question('providers.maskPreview', providers.maskPreview, { dialogue }, about('corpus')),
});
