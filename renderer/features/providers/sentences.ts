import type { Provider, ProviderTest } from '#shared/contract/providers.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatMilliseconds } from '#shared/domain/figure-text.ts';

export function statusOf(provider: Provider): string {
  if (provider.consent === null) return 'Not agreed yet';
  if (!provider.hasKey && provider.reach === 'public') return 'No key';
  return provider.chatModel === null ? 'No model chosen' : 'Set up';
}

export function testSentences(test: ProviderTest): readonly string[] {
  const model = modelName(test.model);
  if (!test.chat.works) return [`${model} did not answer: ${test.chat.fault}`];
  const latencyMs = test.latencyMs ?? 0;
  const time = formatMilliseconds(Math.ceil(latencyMs));
  return [
    `${model} answered in ${time}.`,
    test.structured.works
      ? test.structured.by === 'server'
        ? 'The server supports JSON schemas.'
        : 'The server does not support JSON schemas, but the model follows a schema when asked.'
      : `JSON answers failed: ${test.structured.fault}`,
    test.streaming.works ? 'Streaming works.' : `Streaming failed: ${test.streaming.fault}`,
  ];
}

type TestOutcome = 'done' | 'warning' | 'error';

/** A server that answers is useful even if it can do nothing else. */
export const outcomeOf = (test: ProviderTest): TestOutcome =>
  !test.chat.works ? 'error' : test.structured.works && test.streaming.works ? 'done' : 'warning';

const WHERE: Readonly<Record<Provider['reach'], string>> = {
  loopback: 'this machine',
  private: 'your own network',
  public: 'the internet',
};

export const MASKED =
  'Replaces email addresses, phone, card, account, order and booking numbers, secret links, passwords, and names introduced in the dialogue.';
export const NOT_MASKED =
  'Masking does not find other names, street addresses, dates of birth, or numbers written as words.';

export const whereIs = (provider: Provider): string => WHERE[provider.reach];
