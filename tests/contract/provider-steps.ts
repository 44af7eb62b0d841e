import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ProviderDraft } from '#shared/contract/providers.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { errorOf, type Suite } from './contract-suite.ts';

const KEY = 'sk-test-never-to-be-seen-0123456789';

function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0 && readFileSync(file).includes(words));
}

export function describeProviders(suite: Suite): void {
  it('sets up a provider, and sends nothing before its host is approved', async () => {
    const { client } = suite;
    const server = await startModelServer({ key: KEY });
    const presets = await client.providers.presets();
    expect(presets.map((preset) => preset.id)).toEqual([
      'openai',
      'azure',
      'ollama',
      'lm-studio',
      'llama-cpp',
      'vllm',
      'other',
    ]);
    const draft: ProviderDraft = {
      ...presets[2].draft,
      name: 'My server',
      baseUrl: `${server.origin}/v1/`,
      chatModel: 'small-model',
      prices: { 'small-model': { inputUsd: 0.5, outputUsd: 1.5 } },
    };
    const saved = await client.providers.save({ id: null, draft });
    expect(saved).toMatchObject({
      id: 'my-server',
      baseUrl: server.baseUrl,
      hosts: [server.origin],
      reach: 'loopback',
      consent: null,
      hasKey: false,
    });
    const { id } = saved;
    const logs = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
    expect(await client.providers.setKey({ id, key: ` ${KEY} ` })).toMatchObject({ hasKey: true });
    for (const call of [client.providers.models({ id }), client.providers.test({ id, model: null })]) {
      expect(await errorOf(call)).toMatchObject({ code: 'NOT_CONSENTED', data: { value: server.origin } });
    }
    expect((await errorOf(client.providers.consent({ id, host: 'http://127.0.0.1:1' }))).code).toBe(
      'INVALID',
    );
    expect(server.requests).toEqual([]);

    expect((await client.providers.consent({ id, host: server.origin })).consent).toMatchObject({
      origin: server.origin,
    });
    expect(await client.providers.models({ id })).toEqual({
      models: ['embedding-model', 'large-model', 'small-model'],
    });
    expect(await client.providers.test({ id, model: null })).toEqual({
      model: 'small-model',
      latencyMs: expect.any(Number),
      chat: { works: true, fault: null },
      structured: { works: true, fault: null, by: 'server' },
      streaming: { works: true, fault: null },
    });

    // The same host keeps the approval. Another host withdraws it and drops the key.
    const renamed = await client.providers.save({ id, draft: { ...draft, name: 'Mine' } });
    expect(renamed).toMatchObject({ id, name: 'Mine', hasKey: true, consent: { origin: server.origin } });
    const list = await client.providers.list();
    expect(list).toMatchObject({ keysKeptFor: 'session', providers: [renamed] });

    const wrong = await client.providers.setKey({ id, key: `${KEY}x` });
    const refused = await client.providers.test({ id, model: null });
    expect(refused.chat.fault).toContain('[key]');
    const failed = await errorOf(client.providers.models({ id })).catch((error: unknown) => error);
    const garbage = await client.providers
      .setKey({ id, key: `${KEY} with space` })
      .catch((error: unknown) => error);
    expect(garbage).toBeInstanceOf(Error);
    const seen = [list, renamed, wrong, refused, failed, garbage, (garbage as { data?: unknown }).data];
    for (const value of seen) expect(`${JSON.stringify(value)}${String(value)}`).not.toContain(KEY);
    expect(filesWith(suite.workspace, KEY)).toEqual([]);
    for (const log of logs) {
      expect(JSON.stringify(log.mock.calls)).not.toContain(KEY);
      log.mockRestore();
    }

    expect(await client.providers.removeKey({ id })).toMatchObject({ hasKey: false });
    expect(await client.providers.withdraw({ id })).toMatchObject({ consent: null });
    const sent = server.requests.length;
    expect((await errorOf(client.providers.models({ id }))).code).toBe('NOT_CONSENTED');
    expect(server.requests.length).toBe(sent);
    expect(await client.providers.remove({ id })).toEqual({ removed: true });
    expect(await client.providers.remove({ id })).toEqual({ removed: false });
    expect((await errorOf(client.providers.models({ id }))).code).toBe('NOT_FOUND');
  });

  it('shows what would be masked in a dialogue before it is sent', async () => {
    const { client } = suite;
    const any = await client.providers.maskPreview({});
    expect(any.dialogue).not.toBeNull();
    expect(any.utterances.length).toBeGreaterThan(0);
    const { dialogue } = await client.corpus.find({ externalId: 'call-2' });
    const named = await client.providers.maskPreview({ dialogue });
    expect(named.dialogue).toEqual({ id: dialogue, externalId: 'call-2', source: expect.any(String) });
    for (const { before, after, spans } of named.utterances) {
      expect(spans.length === 0).toBe(before === after);
    }
    expect((await errorOf(client.providers.maskPreview({ dialogue: 99_999 as DialogueId }))).code).toBe(
      'NOT_FOUND',
    );
  });
}
