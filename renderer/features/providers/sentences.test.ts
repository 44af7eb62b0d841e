import { expect, it } from 'vitest';
import type { Provider, ProviderTest } from '#shared/contract/providers.ts';
import { outcomeOf, statusOf, testSentences } from './sentences.ts';

const FINE: ProviderTest = {
  model: 'small',
  latencyMs: 1234,
  chat: { works: true, fault: null },
  structured: { works: true, fault: null, by: 'server' },
  streaming: { works: true, fault: null },
};

it('describes the result of a test', () => {
  expect(testSentences(FINE)).toEqual([
    'small answered in 1.2 s.',
    'The server supports JSON schemas.',
    'Streaming works.',
  ]);
  expect(testSentences({ ...FINE, latencyMs: 3.2 })[0]).toBe('small answered in 4 ms.');
  expect(outcomeOf(FINE)).toBe('done');
  const words: ProviderTest = {
    ...FINE,
    structured: { works: true, fault: null, by: 'words' },
    streaming: { works: false, fault: 'It broke off.' },
  };
  expect(testSentences(words).slice(1)).toEqual([
    'The server does not support JSON schemas, but the model follows a schema when asked.',
    'Streaming failed: It broke off.',
  ]);
  expect(outcomeOf(words)).toBe('warning');
  const silent: ProviderTest = { ...FINE, latencyMs: null, chat: { works: false, fault: 'No such model.' } };
  expect(testSentences(silent)).toEqual(['small did not answer: No such model.']);
  expect(outcomeOf(silent)).toBe('error');
});

it('says what a provider lacks', () => {
  const provider = { reach: 'public', consent: null, hasKey: false, chatModel: null } as Provider;
  const consent = { origin: 'https://example.org', at: '2030-01-01' };
  expect(statusOf(provider)).toBe('Not agreed yet');
  expect(statusOf({ ...provider, consent })).toBe('No key');
  expect(statusOf({ ...provider, consent, reach: 'loopback' })).toBe('No model chosen');
  expect(statusOf({ ...provider, consent, hasKey: true, chatModel: 'small' })).toBe('Set up');
});
