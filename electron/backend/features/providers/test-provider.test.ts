import { expect, it } from 'vitest';
import { type Behaviour, startModelServer } from '../../../../tests/fixtures/model-server.ts';
import { createOpenAiProvider } from '../../providers/model/openai-provider.ts';
import { testProvider } from './test-provider.ts';

const server = await startModelServer();
const provider = createOpenAiProvider({
  id: 'mine',
  kind: 'openai',
  baseUrl: server.baseUrl,
  apiVersion: null,
  key: null,
  takesBatches: false,
});

const testedWith = (...behaviours: readonly Behaviour[]) => {
  server.script(...behaviours);
  return testProvider(provider, 'small-model', { signal: undefined, schemaHeld: () => true });
};

it('asks nothing more once the plain request failed', async () => {
  const before = server.requests.length;
  const { chat, structured, streaming, latencyMs } = await testedWith({
    kind: 'status',
    status: 404,
    message: 'No such model.',
  });
  expect(server.requests.length - before).toBe(1);
  expect(chat).toMatchObject({ works: false, fault: expect.stringContaining('No such model.') });
  expect([structured.works, streaming.works, latencyMs]).toEqual([false, false, null]);
});

it('tells apart what works and what does not', async () => {
  const ok = { kind: 'ok' } as const;
  expect(await testedWith(ok, { kind: 'text', text: 'Sure! ready: true' }, ok)).toMatchObject({
    chat: { works: true },
    structured: { works: false, fault: 'The answer does not follow the schema.', by: null },
    streaming: { works: true },
  });
  expect(
    await testedWith(ok, { kind: 'text', text: '```json\n{"ready": false}\n```' }, { kind: 'reset-midway' }),
  ).toMatchObject({
    structured: { works: true, by: 'server' },
    streaming: { works: false, fault: expect.stringContaining('stopped in the middle') },
  });
});

it('stops when its asker goes', async () => {
  const reason = new Error('gone');
  await expect(
    testProvider(provider, 'small-model', { signal: AbortSignal.abort(reason), schemaHeld: () => true }),
  ).rejects.toBe(reason);
});
