import { DialogramError } from '#shared/contract/errors.ts';
import type { providersContract } from '#shared/contract/providers.ts';
import type { Methods } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { consentTo } from '../../providers/consent.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { describeProvider } from './describe-provider.ts';
import { maskPreview } from './mask-preview.ts';
import { PROVIDER_PRESETS } from './presets.ts';
import { saveProvider } from './save-provider.ts';
import { providerFailed, testProvider } from './test-provider.ts';

const registryOf = ({ session }: { readonly session: Session }): ProviderRegistry => session.app.providers;

export function providersHandlers(providers: Methods<typeof providersContract>) {
  return {
    list: providers.list.handler(async ({ context }) => {
      const registry = registryOf(context);
      return {
        providers: await Promise.all(registry.list().map((kept) => describeProvider(registry, kept))),
        keysKeptFor: await registry.keys.keptFor(),
      };
    }),
    presets: providers.presets.handler(() => [...PROVIDER_PRESETS]),
    save: providers.save.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      return describeProvider(registry, await saveProvider(registry, input.id, input.draft));
    }),
    remove: providers.remove.handler(async ({ input, context }) => ({
      removed: await registryOf(context).remove(input.id),
    })),
    setKey: providers.setKey.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.get(input.id);
      await registry.keys.set(input.id, input.key);
      return describeProvider(registry, kept);
    }),
    removeKey: providers.removeKey.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.get(input.id);
      await registry.keys.remove(input.id);
      return describeProvider(registry, kept);
    }),
    consent: providers.consent.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const kept = registry.get(input.id);
      const consented = {
        ...kept,
        consent: consentTo(input.host, { name: kept.name, address: kept.baseUrl }),
      };
      registry.put(consented);
      return describeProvider(registry, consented);
    }),
    withdraw: providers.withdraw.handler(async ({ input, context }) => {
      const registry = registryOf(context);
      const withdrawn = { ...registry.get(input.id), consent: null };
      registry.put(withdrawn);
      return describeProvider(registry, withdrawn);
    }),
    models: providers.models.handler(async ({ input, context, signal }) => {
      const registry = registryOf(context);
      const provider = await registry.open(input.id);
      try {
        return { models: [...(await provider.models({ signal: signal ?? new AbortController().signal }))] };
      } catch (error) {
        throw providerFailed(error, registry.get(input.id).name);
      }
    }),
    test: providers.test.handler(async ({ input, context, signal }) => {
      const registry = registryOf(context);
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
    }),
    maskPreview: providers.maskPreview.handler(({ input, context }) =>
      maskPreview(context.session.project().database, input.dialogue),
    ),
  };
}
