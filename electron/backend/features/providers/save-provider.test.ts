import { expect, it } from 'vitest';
import type { ProviderDraft } from '#shared/contract/providers.ts';
import { memoryKeys } from '../../providers/model/keys.ts';
import { createProviderRegistry } from '../../providers/model/registry.ts';
import { PROVIDER_PRESETS, saveProvider } from './feature.ts';

const draft = (given: Partial<ProviderDraft> = {}): ProviderDraft => ({
  ...PROVIDER_PRESETS[2]!.draft,
  ...given,
});

const registryWith = () => createProviderRegistry({ settingsFolder: null, keys: memoryKeys() });

it('gives each provider an id of its own, made of its name', async () => {
  const registry = registryWith();
  const ids = [];
  for (const name of ['My Server!', 'my server', 'Überserver', '???', '!!!']) {
    ids.push((await saveProvider(registry, null, draft({ name }))).id);
  }
  expect(ids).toEqual(['my-server', 'my-server-2', 'uberserver', 'provider', 'provider-2']);
  await expect(saveProvider(registry, null, draft({ name: 'my server' }))).rejects.toMatchObject({
    code: 'INVALID',
    detail: { place: 'name' },
  });
  await expect(saveProvider(registry, 'nobody', draft())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('withdraws consent and key with another host, scheme or port, and with nothing else', async () => {
  const registry = registryWith();
  const { id } = await saveProvider(registry, null, draft({ baseUrl: 'http://localhost:1/v1' }));
  const consent = { origin: 'http://localhost:1', at: '2030-01-01' };
  const settle = async (): Promise<void> => {
    registry.put({ ...registry.get(id), baseUrl: 'http://localhost:1/v1', consent });
    await registry.keys.set(id, 'secret');
  };
  await settle();
  expect((await saveProvider(registry, id, draft({ baseUrl: 'http://localhost:1/other' }))).consent).toEqual(
    consent,
  );
  expect(await registry.keys.has(id)).toBe(true);
  for (const baseUrl of ['http://localhost:2/v1', 'https://localhost:1/v1', 'http://127.0.0.1:1/v1']) {
    await settle();
    expect((await saveProvider(registry, id, draft({ baseUrl }))).consent).toBeNull();
    expect(await registry.keys.has(id)).toBe(false);
  }
});

it('lets masking be off on this machine only', async () => {
  const registry = registryWith();
  const masks = async (baseUrl: string): Promise<boolean> =>
    (await saveProvider(registry, null, draft({ name: baseUrl, baseUrl, maskPersonalData: false })))
      .maskPersonalData;
  expect(await masks('http://localhost:1/v1')).toBe(false);
  expect(await masks('http://192.168.1.2/v1')).toBe(true);
  expect(await masks('https://example.org/v1')).toBe(true);
});

it('asks for the version of an Azure API', async () => {
  await expect(
    saveProvider(registryWith(), null, draft({ kind: 'azure', baseUrl: 'https://me.openai.azure.com' })),
  ).rejects.toMatchObject({ code: 'INVALID', detail: { place: 'apiVersion' } });
});

it('has presets that can be saved as they are, all but the one to be filled in', async () => {
  const registry = registryWith();
  for (const preset of PROVIDER_PRESETS) {
    const saving = saveProvider(registry, null, preset.draft);
    if (preset.id === 'other') await expect(saving).rejects.toMatchObject({ code: 'INVALID' });
    else expect((await saving).baseUrl).toBe(preset.draft.baseUrl);
  }
});
