import { DialogramError } from '#shared/contract/errors.ts';
import type { ProviderDraft } from '#shared/contract/providers.ts';
import { readBaseUrl } from '../../providers/model/base-url.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';

/** "My server" becomes "my-server", or "my-server-2" if that is taken. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'provider';
  for (let copy = 1; ; copy++) {
    const id = copy === 1 ? plain : `${plain}-${copy}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * Adds a provider or changes one. A new host withdraws the consent, deletes the key, which was for the old
 * host, and turns masking on again if it is another machine.
 * @throws DialogramError INVALID with the field as place
 */
export async function saveProvider(
  registry: ProviderRegistry,
  id: string | null,
  draft: ProviderDraft,
): Promise<KeptProvider> {
  const before = id === null ? null : registry.get(id);
  const address = readBaseUrl(draft.baseUrl, draft.kind);
  if (draft.kind === 'azure' && draft.apiVersion === null) {
    throw new DialogramError('INVALID', 'Azure needs the version of its API.', {
      place: 'apiVersion',
      nextStep: 'Enter one such as 2024-10-21.',
    });
  }
  if (registry.list().some((other) => other.id !== id && other.name === draft.name)) {
    throw new DialogramError('INVALID', `There is already a provider "${draft.name}".`, {
      place: 'name',
      value: draft.name,
      nextStep: 'Give this one another name.',
    });
  }
  const sameHost = before !== null && new URL(before.baseUrl).origin === address.origin;
  const kept: KeptProvider = {
    ...draft,
    id: before?.id ?? freeId(draft.name, new Set(registry.list().map((other) => other.id))),
    baseUrl: address.baseUrl,
    // Text that stays on this machine may stay unmasked; text that leaves it never does.
    maskPersonalData: draft.maskPersonalData || address.reach !== 'loopback',
    consent: sameHost ? before.consent : null,
  };
  if (before && !sameHost) await registry.keys.remove(before.id);
  registry.put(kept);
  return kept;
}
