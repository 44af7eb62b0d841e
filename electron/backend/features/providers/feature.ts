import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type MaskPreview,
  type Provider,
  type ProviderDraft,
  type ProviderPreset,
  providersContract,
} from '#shared/contract/providers.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { consentTo } from '../../providers/consent.ts';
import { readBaseUrl } from '../../providers/model/base-url.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { dialogueHeads, findDialogue, type StoredDialogue } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { providerFailed, testProvider } from './test-provider.ts';

/** Turns "My server" into "my-server", or "my-server-2" if that id is taken. */
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
 * Adds or changes a provider. A new host withdraws the consent, deletes the old host's key, and turns on masking on
 * other machines.
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
    throw new DialogramError('INVALID', 'Azure needs an API version.', {
      place: 'apiVersion',
      nextStep: 'Enter a version such as 2024-10-21.',
    });
  }
  if (registry.list().some((other) => other.id !== id && other.name === draft.name)) {
    throw new DialogramError('INVALID', `There is already a provider "${draft.name}".`, {
      place: 'name',
      value: draft.name,
      nextStep: 'Give this provider another name.',
    });
  }
  const sameHost = before !== null && new URL(before.baseUrl).origin === address.origin;
  const kept: KeptProvider = {
    ...draft,
    id: before?.id ?? freeId(draft.name, new Set(registry.list().map((other) => other.id))),
    baseUrl: address.baseUrl,
    // Text that stays on this machine may be unmasked. Text that leaves it is always masked.
    maskPersonalData: draft.maskPersonalData || address.reach !== 'loopback',
    consent: sameHost ? before.consent : null,
  };
  if (before && !sameHost) await registry.keys.remove(before.id);
  registry.put(kept);
  return kept;
}

const preset = (
  id: string,
  title: string,
  hint: string,
  given: Pick<ProviderDraft, 'baseUrl'> & Partial<ProviderDraft>,
): ProviderPreset => ({
  id,
  title,
  hint,
  draft: {
    name: title,
    kind: 'openai',
    apiVersion: null,
    chatModel: null,
    embeddingModel: null,
    prices: {},
    takesBatches: false,
    maskPersonalData: true,
    ...given,
  },
});

/** Prices are left out, because a wrong price is worse than none. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  preset('openai', 'OpenAI', 'Needs a key from your OpenAI account.', {
    baseUrl: 'https://api.openai.com/v1',
    takesBatches: true,
  }),
  preset(
    'azure',
    'Azure OpenAI',
    'Put your resource name in the address, and enter your deployment names as models.',
    {
      kind: 'azure',
      baseUrl: 'https://your-resource.openai.azure.com/openai',
      apiVersion: '2024-10-21',
    },
  ),
  preset('ollama', 'Ollama', 'Runs on this machine. Pull a model in Ollama first.', {
    baseUrl: 'http://localhost:11434/v1',
  }),
  preset('lm-studio', 'LM Studio', 'Runs on this machine. Load a model and start its server there first.', {
    baseUrl: 'http://localhost:1234/v1',
  }),
  preset('llama-cpp', 'llama.cpp', 'Runs on this machine. Start llama-server with a model first.', {
    baseUrl: 'http://localhost:8080/v1',
  }),
  preset('vllm', 'vLLM', 'Runs on this machine or on your own server. Start the server with a model first.', {
    baseUrl: 'http://localhost:8000/v1',
  }),
  preset(
    'other',
    'Other server',
    'Any server that supports the OpenAI API. The address usually ends in /v1.',
    {
      name: 'My server',
      baseUrl: 'https://',
    },
  ),
];

/** At most this many dialogues are searched for personal data. */
const MOST_LOOKED_AT = 300;

/** Shows the masking of a dialogue, by default of the first one with anything to replace. */
export function maskPreview(database: ReadDatabase, dialogue: DialogueId | null): MaskPreview {
  if (dialogue !== null) {
    const stored = findDialogue(database, dialogue);
    return previewOf(inProject(stored, 'dialogue', dialogue, 'Choose another dialogue.'));
  }
  let first: MaskPreview | null = null;
  for (const { id } of dialogueHeads(database).slice(0, MOST_LOOKED_AT)) {
    const stored = findDialogue(database, id);
    if (!stored) continue;
    const preview = previewOf(stored);
    if (preview.utterances.some((utterance) => utterance.spans.length > 0)) return preview;
    first ??= preview;
  }
  return first ?? { dialogue: null, utterances: [] };
}

function previewOf({ id, externalId, source, turns }: StoredDialogue): MaskPreview {
  const masker = createMasker(turns.flatMap(({ utterances }) => utterances.map(({ text }) => text)));
  return {
    dialogue: { id, externalId, source },
    utterances: turns.flatMap(({ role, utterances }) =>
      utterances.map(({ text }) => {
        const masked = masker.mask(text);
        return { role, before: text, after: masked.text, spans: [...masked.spans] };
      }),
    ),
  };
}

export const feature = defineFeature({
  contract: providersContract,
  methods: {
    list: async ({ app: { providers: registry } }) => {
      return {
        providers: await Promise.all(registry.list().map((kept) => describeProvider(registry, kept))),
        keysKeptFor: await registry.keys.keptFor(),
      };
    },
    presets: () => [...PROVIDER_PRESETS],
    save: async ({ input, app: { providers: registry } }) => {
      return describeProvider(registry, await saveProvider(registry, input.id, input.draft));
    },
    remove: async ({ input, app }) => ({ removed: await app.providers.remove(input.id) }),
    setKey: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      await registry.keys.set(input.id, input.key);
      return describeProvider(registry, kept);
    },
    removeKey: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      await registry.keys.remove(input.id);
      return describeProvider(registry, kept);
    },
    consent: async ({ input, app: { providers: registry } }) => {
      const kept = registry.get(input.id);
      const consented = {
        ...kept,
        consent: consentTo(input.host, { name: kept.name, origin: new URL(kept.baseUrl).origin }),
      };
      registry.put(consented);
      return describeProvider(registry, consented);
    },
    withdraw: async ({ input, app: { providers: registry } }) => {
      const withdrawn = { ...registry.get(input.id), consent: null };
      registry.put(withdrawn);
      return describeProvider(registry, withdrawn);
    },
    models: async ({ input, app: { providers: registry }, signal }) => {
      const provider = await registry.open(input.id);
      try {
        return { models: [...(await provider.models({ signal }))] };
      } catch (error) {
        throw providerFailed(error, registry.get(input.id).name);
      }
    },
    test: async ({ input, app: { providers: registry }, signal }) => {
      const model = input.model ?? registry.get(input.id).chatModel;
      if (model === null) {
        throw new DialogramError('INVALID', 'There is no model to test.', {
          place: 'chatModel',
          nextStep: 'Choose a chat model first.',
        });
      }
      return testProvider(await registry.open(input.id), model, {
        signal,
        schemaHeld: () => registry.holdsSchema(input.id, model),
      });
    },
    maskPreview: ({ input, project }) => maskPreview(project.database, input.dialogue),
  },
});

/** Returns a provider as the page sees it, without its key. */
async function describeProvider(registry: ProviderRegistry, kept: KeptProvider): Promise<Provider> {
  const { origin, reach, warning } = readBaseUrl(kept.baseUrl, kept.kind);
  return {
    ...kept,
    hosts: [origin],
    reach,
    warning,
    consent: kept.consent?.origin === origin ? kept.consent : null,
    hasKey: await registry.keys.has(kept.id),
  };
}
