import type { Provider } from '#shared/contract/providers.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';

/** True if a person agreed to send data to the provider's host. */
export const isReady = ({ consent }: Provider): boolean => consent !== null;

export const providerQueries = {
  list: {
    ...freshQuestion('providers.list', client.providers.list, undefined, about('models')),

    // Forms start from this answer, so it must not be an outdated one.
    gcTime: 0,
  },
  presets: question('providers.presets', client.providers.presets, undefined),
  models: (id: string, address: string) =>
    freshQuestion(
      'providers.models',
      (asked, options) => client.providers.models({ id: asked.id }, options),
      {
        id,
        address,
      },
    ),
  maskPreview: (dialogue: DialogueId | null) =>
    question('providers.maskPreview', client.providers.maskPreview, { dialogue }, about('corpus')),
};
