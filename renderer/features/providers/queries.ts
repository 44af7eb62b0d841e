import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';

export const providerQueries = ({ providers }: DialogramClient) => ({
  list: {
    ...freshQuestion('providers.list', providers.list, undefined, about('models')),

    // Forms start from this answer, so it must not be an outdated one.
    gcTime: 0,
  },
  presets: question('providers.presets', providers.presets, undefined),
  models: (id: string, address: string) =>
    freshQuestion('providers.models', (asked, options) => providers.models({ id: asked.id }, options), {
      id,
      address,
    }),
  maskPreview: (dialogue: DialogueId | null) =>
    question('providers.maskPreview', providers.maskPreview, { dialogue }, about('corpus')),
});
