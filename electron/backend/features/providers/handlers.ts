import { DialogramError } from '#shared/contract/errors.ts';
import type { Provider, providersContract } from '#shared/contract/providers.ts';
import type { Methods } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { consentTo } from '../../providers/consent.ts';
import { readBaseUrl } from '../../providers/model/base-url.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { maskPreview } from './mask-preview.ts';
import { PROVIDER_PRESETS } from './presets.ts';
import { saveProvider } from './save-provider.ts';
import { providerFailed, testProvider } from './test-provider.ts';

const registryOf = (session: Session): ProviderRegistry => session.app.providers;

export const providersHandlers: Methods<typeof providersContract> = {
  list: async ({ session }) => {
    const registry = registryOf(session);
    return {
      providers: await Promise.all(registry.list().map((kept) => describeProvider(registry, kept))),
      keysKeptFor: await registry.keys.keptFor(),
    };
  },
  presets: () => [...PROVIDER_PRESETS],
  save: async ({ input, session }) => {
    const registry = registryOf(session);
    return describeProvider(registry, await saveProvider(registry, input.id, input.draft));
  },
  remove: async ({ input, session }) => ({
    removed: await registryOf(session).remove(input.id),
  }),
  setKey: async ({ input, session }) => {
    const registry = registryOf(session);
    const kept = registry.get(input.id);
    await registry.keys.set(input.id, input.key);
    return describeProvider(registry, kept);
  },
  removeKey: async ({ input, session }) => {
    const registry = registryOf(session);
    const kept = registry.get(input.id);
    await registry.keys.remove(input.id);
    return describeProvider(registry, kept);
  },
  consent: async ({ input, session }) => {
    const registry = registryOf(session);
    const kept = registry.get(input.id);
    const consented = {
      ...kept,
      consent: consentTo(input.host, { name: kept.name, address: kept.baseUrl }),
    };
    registry.put(consented);
    return describeProvider(registry, consented);
  },
  withdraw: async ({ input, session }) => {
    const registry = registryOf(session);
    const withdrawn = { ...registry.get(input.id), consent: null };
    registry.put(withdrawn);
    return describeProvider(registry, withdrawn);
  },
  models: async ({ input, session, signal }) => {
    const registry = registryOf(session);
    const provider = await registry.open(input.id);
    try {
      return { models: [...(await provider.models({ signal }))] };
    } catch (error) {
      throw providerFailed(error, registry.get(input.id).name);
    }
  },
  test: async ({ input, session, signal }) => {
    const registry = registryOf(session);
    const model = input.model ?? registry.get(input.id).chatModel;
    if (model === null) {
      throw new DialogramError('INVALID', 'No model is named to test with.', {
        place: 'chatModel',
        nextStep: 'Choose a model for chat first.',
      });
    }
    return testProvider(await registry.open(input.id), model, {
      signal,
      schemaHeld: () => registry.holdsSchema(input.id, model),
    });
  },
  maskPreview: ({ input, project }) => maskPreview(project.database, input.dialogue),
};

/** A provider as the page sees it: everything but the key. */
async function describeProvider(registry: ProviderRegistry, kept: KeptProvider): Promise<Provider> {
  const { origin, reach, warning } = readBaseUrl(kept.baseUrl, kept.kind);
  return {
    ...kept,
    hosts: [origin],
    reach,
    warning,
    consent: kept.consent?.origin === origin ? kept.consent : null,
    hasKey: await registry.keys.has(kept.id),
  };
}
