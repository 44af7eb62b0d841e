import { z } from 'zod';
import { reachOfBaseUrl } from './base-url.ts';
import { DEFAULT_LIMITS, guardedFetch } from './transport.ts';

const ASK_MS = 2000;
const MOST_BYTES = 2 ** 20;
const ELSEWHERE = 4;

const propsSchema = z.object({ total_slots: z.int().min(1) });
const slotsSchema = z.array(z.unknown()).min(1);

/** Returns how many requests a server answers together: the person's number, the server's own, or a guess. */
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

/** Asks for the number of slots as llama.cpp tells it; null if the server does not answer that. */
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
