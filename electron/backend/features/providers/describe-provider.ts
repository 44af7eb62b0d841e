import type { Provider } from '#shared/contract/providers.ts';
import { readBaseUrl } from '../../providers/model/base-url.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';

/** A provider as the page sees it: everything but the key. */
export async function describeProvider(registry: ProviderRegistry, kept: KeptProvider): Promise<Provider> {
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
