import { expect, it } from 'vitest';
import { answerKeyRequest, type RemoteKeys, remoteKeys } from './key-messages.ts';
import { type KeyStore, memoryKeys } from './keys.ts';

function across(store: KeyStore): KeyStore {
  const remote: RemoteKeys = remoteKeys((request) => {
    void answerKeyRequest(store, structuredClone(request)).then((answer) =>
      remote.settle(structuredClone(answer)),
    );
  });
  return remote.keys;
}

it('is the same store from afar', async () => {
  const store = memoryKeys({ b: 'there' });
  const keys = across({ ...store, keptFor: async () => 'device' });
  await keys.set('a', 'secret');
  expect(
    await Promise.all([keys.get('a'), keys.has('a'), keys.get('b'), keys.has('c'), keys.keptFor()]),
  ).toEqual(['secret', true, 'there', false, 'device']);
  await keys.remove('a');
  expect([await keys.get('a'), await store.has('a')]).toEqual([null, false]);
});

it('fails as the store fails', async () => {
  const keys = across({ ...memoryKeys(), set: () => Promise.reject(new Error('The disk is full.')) });
  await expect(keys.set('a', 'secret')).rejects.toThrow('The disk is full.');
});
