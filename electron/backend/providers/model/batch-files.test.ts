import { expect, it } from 'vitest';
import { startModelServer } from '../../../../tests/fixtures/model-server.ts';
import type { ProviderBatchItem, ProviderBatchPort } from './model.ts';
import { ModelFault } from './model.ts';
import { createOpenAiProvider } from './openai-provider.ts';

const { signal } = new AbortController();

const items = (...ids: readonly string[]): ProviderBatchItem[] =>
  ids.map((id) => ({
    id,
    request: {
      model: 'small-model',
      messages: [{ role: 'user', content: `Say ${id} – “quoted”\nand on.` }],
      temperature: null,
      seed: null,
      maxOutputTokens: null,
      answerSchema: null,
    },
  }));

const portOf = (baseUrl: string): ProviderBatchPort =>
  createOpenAiProvider({
    id: 'mine',
    kind: 'openai',
    baseUrl,
    apiVersion: null,
    key: 'secret',
    takesBatches: true,
  }).batches!;

it('hands requests in, waits, and brings the answers home by name', async () => {
  const server = await startModelServer({
    answer: ({ messages }) => messages[0]!.content.toUpperCase(),
    fateOf: (id) => (({ b: 'error', c: 'missing', d: 'twice', e: 'garbled' }) as const)[id] ?? 'ok',
  });
  const batches = portOf(server.baseUrl);
  const { remoteId, inputFile } = await batches.submit(items('a', 'b', 'c', 'd', 'e'), { signal });
  expect([remoteId, inputFile]).toEqual(['batch-1', 'file-1']);
  expect(await batches.status(remoteId, { signal })).toMatchObject({
    state: 'running',
    total: 5,
    outputFile: null,
  });
  const done = await batches.status(remoteId, { signal });
  expect(done).toMatchObject({ state: 'done', outputFile: 'file-2', errorFile: 'file-3', message: null });
  const outcomes = await batches.outcomes(done, { signal });
  expect(outcomes.map((outcome) => outcome.id)).toEqual(['a', 'd', 'b']);
  expect(outcomes[0]).toMatchObject({ answer: { text: 'SAY A – “QUOTED”\nAND ON.', finish: 'stop' } });
  const [, , failed] = outcomes;
  expect(failed && 'fault' in failed ? failed.fault : null).toBeInstanceOf(ModelFault);
  expect(failed).toMatchObject({ fault: { kind: 'rate-limited', status: 429 } });
});

it('tells why a batch failed, and that one was canceled', async () => {
  const server = await startModelServer({ failBatchesWith: 'Line 1: no such model. Key: secret' });
  const batches = portOf(server.baseUrl);
  const { remoteId } = await batches.submit(items('a'), { signal });
  expect(await batches.status(remoteId, { signal })).toMatchObject({
    state: 'failed',
    message: 'Line 1: no such model. Key: [key]',
  });
  const other = await batches.submit(items('a'), { signal });
  await batches.cancel(other.remoteId, { signal });
  expect((await batches.status(other.remoteId, { signal })).state).toBe('cancelled');
  await expect(batches.status('batch-9', { signal })).rejects.toMatchObject({ kind: 'not-found' });
  server.script({ kind: 'status', status: 503 });
  await expect(batches.submit(items('a'), { signal })).rejects.toMatchObject({ kind: 'server' });
});
