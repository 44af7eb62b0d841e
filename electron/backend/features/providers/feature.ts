import { DialogramError } from '#shared/contract/errors.ts';
import { type Provider, providersContract } from '#shared/contract/providers.ts';
import { defineFeature } from '../../feature.ts';
import { consentTo } from '../../providers/consent.ts';
import { readBaseUrl } from '../../providers/model/base-url.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rows.ts';
import { maskPreview } from './mask-preview.ts';
import { PROVIDER_PRESETS } from './presets.ts';
import { saveProvider } from './save-provider.ts';
import { providerFailed, testProvider } from './test-provider.ts';

const tables = {
  model_answers: chosen(
    'Those about a purged dialogue, and those whose dialogues nobody knows.',
    'hash answer',
    'provider model finish input_tokens output_tokens at',
  ),
  model_answer_dialogues: partOf('model_answers', 'hash', 'hash dialogue_id'),
  model_calls: chosen(
    'Stay as the account of what was spent, without dialogue, hash and message.',
    'run_id dialogue_id hash message',
    'id at attempt outcome status input_tokens output_tokens bound_tokens cost latency_ms',
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: providersContract,
  methods: {
    list: async ({ app: { providers: registry } }) => {
      return {
        providers: await Promise.all(registry.list().map((kept) => describeProvider(registry, kept))),
        keysKeptFor: await registry.keys.keptFor(),
      };
    },
    presets: () => [...PROVIDER_PRESETS],
    save: async ({ input, app: { providers: registry } }) => {
      return describeProvider(registry, await saveProvider(registry, input.id, input.draft));
    },
    remove: async ({ input, app }) => ({ removed: await app.providers.remove(input.id) }),
    setKey: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      await registry.keys.set(input.id, input.key);
      return describeProvider(registry, kept);
    },
    removeKey: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      await registry.keys.remove(input.id);
      return describeProvider(registry, kept);
    },
    consent: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      const consented = {
        ...kept,
        consent: consentTo(input.host, { name: kept.name, origin: new URL(kept.baseUrl).origin }),
      };
      registry.put(consented);
      return describeProvider(registry, consented);
    },
    withdraw: async ({ input, app: { providers: registry } }) => {
      const withdrawn = { ...registry.get(input.id), consent: null };
      registry.put(withdrawn);
      return describeProvider(registry, withdrawn);
    },
    models: async ({ input, app: { providers: registry }, signal }) => {
      const provider = await registry.open(input.id);
      try {
        return { models: [...(await provider.models({ signal }))] };
      } catch (error) {
        throw providerFailed(error, registry.get(input.id).name);
      }
    },
    test: async ({ input, app: { providers: registry }, signal }) => {
      const model = input.model ?? registry.get(input.id).chatModel;
      if (model === null) {
        throw new DialogramError('INVALID', 'There is no model to test.', {
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
  },
  tables,
});

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
