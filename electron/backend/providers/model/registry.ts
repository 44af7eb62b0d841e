import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { createQueue, type Queue } from '../requests/queue.ts';
import { realTime, type Time } from '../requests/time.ts';
import { reachOfBaseUrl } from './base-url.ts';
import type { Quirks } from './chat-request.ts';
import type { KeyStore } from './keys.ts';
import type { ModelProvider } from './model.ts';
import { type KeptProvider, providersFile } from './provider-settings.ts';
import { DEFAULT_LIMITS, guardedFetch, type TransportLimits } from './transport.ts';

const ASK_MS = 2000;
const MOST_BYTES = 2 ** 20;
const ELSEWHERE = 4;

const propsSchema = z.object({ total_slots: z.int().min(1) });
const slotsSchema = z.array(z.unknown()).min(1);

/** Returns the number of parallel requests: the person's setting, the server's own number, or a guess. */
export async function capacityOf(
  {
    baseUrl,
    requestsAtOnce,
  }: { readonly baseUrl: string; readonly requestsAtOnce?: number | null | undefined },
  key: string | null,
): Promise<number> {
  if (requestsAtOnce) return requestsAtOnce;
  const reach = reachOfBaseUrl(baseUrl);
  if (reach === 'public') return ELSEWHERE;
  return (await askedSlots(baseUrl, key)) ?? (reach === 'loopback' ? 1 : ELSEWHERE);
}

/** Returns the number of slots from llama.cpp; null for other servers. */
async function askedSlots(baseUrl: string, key: string | null): Promise<number | null> {
  const { origin } = new URL(baseUrl);
  const get = guardedFetch({
    origin,
    limits: { ...DEFAULT_LIMITS, answerMs: ASK_MS, idleMs: ASK_MS },
    maxBytes: MOST_BYTES,
    maxStreamBytes: MOST_BYTES,
    keyed: key !== null,
  });
  const ask = async (path: string): Promise<unknown> => {
    try {
      const response = await get(`${origin}${path}`, {
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
      });
      return response.ok ? await response.json() : await response.body?.cancel();
    } catch {
      return null;
    }
  };
  const props = propsSchema.safeParse(await ask('/props')).data;
  return props?.total_slots ?? slotsSchema.safeParse(await ask('/slots')).data?.length ?? null;
}

export type OpenProvider = ModelProvider & { readonly queue: Queue };

/** The providers that a person set up. Only the result of `open` can send requests. */
export type ProviderRegistry = ReturnType<typeof createProviderRegistry>;

interface RegistryOptions {
  readonly settingsFolder: string | null;
  readonly keys: KeyStore;
  readonly limits?: Partial<TransportLimits>;
  readonly time?: Time;
}

/** True for hosts that refuse every request without a key. Other hosts may or may not need one. */
const needsKey = (provider: KeptProvider): boolean =>
  provider.kind === 'azure' || new URL(provider.baseUrl).hostname === 'api.openai.com';

export function createProviderRegistry({ settingsFolder, keys, limits, time = realTime }: RegistryOptions) {
  const file = providersFile(settingsFolder);
  const quirks = new Map<string, Map<string, Quirks>>();

  const get = (id: string): KeptProvider => {
    const provider = file.read().find((candidate) => candidate.id === id);
    if (provider) return provider;
    throw new DialogramError('NOT_FOUND', `There is no provider "${id}".`, {
      place: 'providers',
      value: id,
      nextStep: 'Choose another one, or set it up under Settings, Models.',
    });
  };

  const remembered = (provider: KeptProvider): Map<string, Quirks> => {
    const name = `${provider.id} ${provider.kind} ${provider.baseUrl}`;
    const known = quirks.get(name) ?? new Map<string, Quirks>();
    quirks.set(name, known);
    return known;
  };

  /** One queue per server. All providers, models and runs that use the server share it. */
  const queues = new Map<string, Queue>();
  const queueOf = (provider: KeptProvider, key: string | null): Queue => {
    const name = `${new URL(provider.baseUrl).origin} ${provider.requestsAtOnce ?? ''}`;
    const known = queues.get(name) ?? createQueue(() => capacityOf(provider, key), time);
    queues.set(name, known);
    return known;
  };

  return {
    keys,
    list: () => file.read(),
    /** @throws DialogramError NOT_FOUND */
    get,
    /** Returns false if the server has refused to enforce a schema. The schema is then described in words. */
    holdsSchema: (id: string, model: string) => remembered(get(id)).get(model)?.schema !== null,
    /**
     * If `get(id).maskPersonalData` is true, the caller has to mask the text. @throws NOT_FOUND, NOT_CONSENTED,
     * KEY_MISSING
     */
    async open(id: string): Promise<OpenProvider> {
      const provider = get(id);
      requireConsent(provider);
      const key = await keys.get(id);
      if (key === null && needsKey(provider)) {
        throw new DialogramError('KEY_MISSING', `There is no key for ${provider.name}.`, {
          place: provider.name,
          nextStep: 'Enter the key under Settings, Models.',
        });
      }
      // Loaded only when needed, because the API's package has more files than the rest of the backend.
      const { createOpenAiProvider } = await import('./openai-provider.ts');
      const opened = createOpenAiProvider({
        id: provider.id,
        kind: provider.kind,
        baseUrl: provider.baseUrl,
        apiVersion: provider.apiVersion,
        key,
        takesBatches: provider.takesBatches,
        quirks: remembered(provider),
        ...(limits ? { limits } : {}),
      });
      return { ...opened, queue: queueOf(provider, key) };
    },
    put(provider: KeptProvider) {
      const all = file.read();
      const known = all.some((other) => other.id === provider.id);
      file.write(
        known ? all.map((other) => (other.id === provider.id ? provider : other)) : [...all, provider],
      );
    },
    /** @returns false if there is no such provider */
    async remove(id: string) {
      const all = file.read();
      await keys.remove(id);
      file.write(all.filter((other) => other.id !== id));
      return all.some((other) => other.id === id);
    },
  };
}

/** Throws unless the person has agreed to exactly this host, no matter what the settings file contains. */
function requireConsent(provider: KeptProvider): void {
  const { origin } = new URL(provider.baseUrl);
  if (provider.consent?.origin === origin) return;
  const where = reachOfBaseUrl(provider.baseUrl) === 'loopback' ? 'on this machine' : 'outside this machine';
  throw new DialogramError(
    'NOT_CONSENTED',
    `Nothing was sent: you have not agreed to send data to ${origin} (${where}).`,
    {
      place: provider.name,
      value: origin,
      nextStep: 'Agree under Settings, Models, then try again.',
    },
  );
}
