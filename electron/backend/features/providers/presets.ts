import type { ProviderDraft, ProviderPreset } from '#shared/contract/providers.ts';

const draft = (given: Pick<ProviderDraft, 'name' | 'baseUrl'> & Partial<ProviderDraft>): ProviderDraft => ({
  kind: 'openai',
  apiVersion: null,
  chatModel: null,
  embeddingModel: null,
  prices: {},
  takesBatches: false,
  maskPersonalData: true,
  ...given,
});

/** The initial settings of providers, from the servers' documentation. No prices: a wrong one is worse than none. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    draft: draft({ name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', takesBatches: true }),
    needsKey: true,
    hint: 'Needs a key of your OpenAI account.',
  },
  {
    id: 'azure',
    title: 'Azure OpenAI',
    draft: draft({
      name: 'Azure OpenAI',
      kind: 'azure',
      baseUrl: 'https://your-resource.openai.azure.com/openai',
      apiVersion: '2024-10-21',
    }),
    needsKey: true,
    hint: 'Put your resource into the address, and name your deployments where a model is asked for.',
  },
  {
    id: 'ollama',
    title: 'Ollama',
    draft: draft({ name: 'Ollama', baseUrl: 'http://localhost:11434/v1' }),
    needsKey: false,
    hint: 'Runs on this machine; pull a model there first.',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    draft: draft({ name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' }),
    needsKey: false,
    hint: 'Runs on this machine; load a model and start its server there first.',
  },
  {
    id: 'llama-cpp',
    title: 'llama.cpp',
    draft: draft({ name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' }),
    needsKey: false,
    hint: 'Runs on this machine; start llama-server with a model first.',
  },
  {
    id: 'vllm',
    title: 'vLLM',
    draft: draft({ name: 'vLLM', baseUrl: 'http://localhost:8000/v1' }),
    needsKey: false,
    hint: 'Runs on this machine or a server of yours; start it with a model first.',
  },
  {
    id: 'other',
    title: 'Other server',
    draft: draft({ name: 'My server', baseUrl: 'https://' }),
    needsKey: false,
    hint: 'Any server that speaks the OpenAI API; the address usually ends in /v1.',
  },
];
