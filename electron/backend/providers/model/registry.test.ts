import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { startModelServer } from '../../../../tests/fixtures/model-server.ts';
import { memoryKeys } from './keys.ts';
import type { KeptProvider } from './provider-settings.ts';
import { createProviderRegistry } from './registry.ts';

const provider = (given: Partial<KeptProvider> & Pick<KeptProvider, 'id' | 'baseUrl'>): KeptProvider => ({
  name: given.id,
  kind: 'openai',
  apiVersion: null,
  chatModel: null,
  embeddingModel: null,
  prices: {},
  takesBatches: false,
  maskPersonalData: true,
  consent: null,
  ...given,
});

const { signal } = new AbortController();

it('opens no provider that is unknown, not agreed to or without its key, and sends nothing', async () => {
  const server = await startModelServer();
  const registry = createProviderRegistry({ settingsFolder: null, keys: memoryKeys() });
  await expect(registry.open('nowhere')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    detail: { value: 'nowhere' },
  });
  registry.put(provider({ id: 'mine', baseUrl: server.baseUrl }));
  await expect(registry.open('mine')).rejects.toMatchObject({
    code: 'NOT_CONSENTED',
    detail: { value: server.origin },
  });
  for (const origin of [
    server.origin.replace('http:', 'https:'),
    server.origin.replace(/:\d+$/, ''),
    server.origin.replace('127.0.0.1', 'localhost'),
    `${server.origin}/v1`,
  ]) {
    registry.put(provider({ id: 'mine', baseUrl: server.baseUrl, consent: { origin, at: '2030-01-01' } }));
    await expect(registry.open('mine')).rejects.toMatchObject({ code: 'NOT_CONSENTED' });
  }
  const official = { id: 'openai', baseUrl: 'https://api.openai.com/v1' };
  registry.put(provider({ ...official, consent: { origin: 'https://api.openai.com', at: '2030-01-01' } }));
  await expect(registry.open('openai')).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect(server.requests).toEqual([]);
});

it('opens what is agreed to, with its key, and remembers what a server does not know', async () => {
  const server = await startModelServer({ schemas: false, key: 'sesame' });
  const keys = memoryKeys({ mine: 'sesame' });
  const registry = createProviderRegistry({ settingsFolder: null, keys });
  registry.put(
    provider({ id: 'mine', baseUrl: server.baseUrl, consent: { origin: server.origin, at: '2030-01-01' } }),
  );
  for (let time = 0; time < 2; time++) {
    const opened = await registry.open('mine');
    expect([opened.id, opened.baseUrl, opened.batches]).toEqual(['mine', server.baseUrl, null]);
    await opened.chat(
      {
        model: 'small-model',
        messages: [{ role: 'user', content: 'Hi' }],
        temperature: null,
        seed: null,
        maxOutputTokens: null,
        answerSchema: { name: 'x', schema: { type: 'object' } },
      },
      { signal },
    );
  }
  expect(server.chats().length).toBe(3);
  expect(await registry.remove('mine')).toBe(true);
  expect(await keys.get('mine')).toBeNull();
  expect(await registry.remove('mine')).toBe(false);
});

it('keeps providers in a file of the settings folder, and no key in it', async () => {
  const settingsFolder = temporaryFolder('settings');
  const registry = createProviderRegistry({ settingsFolder, keys: memoryKeys() });
  registry.put(provider({ id: 'a', baseUrl: 'http://localhost:1/v1' }));
  registry.put(provider({ id: 'b', baseUrl: 'http://localhost:2/v1' }));
  registry.put(provider({ id: 'a', baseUrl: 'http://localhost:3/v1' }));
  await registry.keys.set('a', 'sk-0123456789');
  const again = createProviderRegistry({ settingsFolder, keys: memoryKeys() });
  expect(again.list().map((kept) => [kept.id, kept.baseUrl])).toEqual([
    ['a', 'http://localhost:3/v1'],
    ['b', 'http://localhost:2/v1'],
  ]);
  expect(readdirSync(settingsFolder)).toEqual(['providers.json']);
  expect(readFileSync(join(settingsFolder, 'providers.json'), 'utf8')).not.toContain('0123456789');
});

it('leaves out what was changed by hand into something it must not be, and masks where it must', () => {
  const settingsFolder = temporaryFolder('settings');
  const kept = [
    provider({ id: 'near', baseUrl: 'http://localhost:1/v1', maskPersonalData: false }),
    provider({ id: 'far', baseUrl: 'https://example.org/v1', maskPersonalData: false }),
    provider({ id: 'open', baseUrl: 'http://example.org/v1' }),
    { ...provider({ id: 'odd', baseUrl: 'http://localhost:1/v1' }), kind: 'other' },
    'no provider',
  ];
  writeFileSync(join(settingsFolder, 'providers.json'), JSON.stringify(kept));
  const registry = createProviderRegistry({ settingsFolder, keys: memoryKeys() });
  expect(registry.list().map((each) => [each.id, each.maskPersonalData])).toEqual([
    ['near', false],
    ['far', true],
  ]);
});
