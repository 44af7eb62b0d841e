import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { ModuleArgument, ModuleResult } from '#shared/contract/modules.ts';
import { ModelFault } from '../../providers/model/model.ts';
import { scrub } from '../../providers/model/scrub.ts';
import { guardedFetch } from '../../providers/model/transport.ts';
import type { LastUserTurn } from '../conversation/index.ts';
import { readEndpointAddress } from './endpoint-address.ts';
import type { KeptEndpoint } from './module-settings.ts';
import { readEndpointAnswer, readEndpointValue } from './read-answer.ts';

/** The parts of a conversation that can fill arguments. */
export type AskedTurn = Pick<LastUserTurn, 'text' | 'tags' | 'state'>;

const ENDPOINT_TIME_MS = 10_000;
const MOST_BYTES = 256 * 1024;
const LONGEST_ARGUMENT = 2000;

type Found = Pick<ModuleResult, 'passages' | 'fault' | 'sent'>;

/** The arguments of one request, personal data masked, whatever the host: they were typed by a person. */
function filledArguments(
  wanted: readonly ModuleArgument[],
  turn: AskedTurn,
): { name: string; value: string }[] {
  const masker = createMasker([turn.text]);
  const values = {
    turn: masker.mask(turn.text).text,
    tags: masker.mask(turn.tags.join(' ')).text,
    state: masker.mask(turn.state).text,
  };
  return wanted.map(({ name, of, text }) => ({
    name,
    value: (of === 'fixed' ? text : values[of]).slice(0, LONGEST_ARGUMENT),
  }));
}

interface SendOptions {
  readonly key: string | null;
  readonly signal?: AbortSignal;
  readonly timeMs?: number;
}

type Sent = NonNullable<Found['sent']>;

/** The response to a request, or the reason why there is none. */
type Reached =
  | { readonly bytes: Uint8Array; readonly contentType: string; readonly host: string }
  /** `sent` is null if nothing left the machine for certain. */
  | { readonly fault: string; readonly sent: Sent | null };

/** Sends one request to the consented address: no redirect, 256 KB, ten seconds, 2xx only. Never throws for a server. */
async function reach(endpoint: KeptEndpoint, sent: Sent, options: SendOptions): Promise<Reached> {
  const { address, origin } = readEndpointAddress(endpoint.address);
  if (endpoint.consent?.origin !== origin) {
    const fault = `Nothing was sent: you have not agreed to send to ${origin}. Agree to it under External modules.`;
    return { fault, sent: null };
  }
  const { key, timeMs = ENDPOINT_TIME_MS } = options;
  if (endpoint.keyHeader !== null && key === null) {
    const fault = `Nothing was sent: there is no key for ${endpoint.name}. Enter it under External modules.`;
    return { fault, sent: null };
  }
  const url = new URL(address);
  const post = endpoint.method === 'post';
  if (!post) for (const { name, value } of sent) url.searchParams.append(name, value);
  const headers = new Headers({ accept: 'application/json, text/plain;q=0.9, text/*;q=0.5' });
  if (post) headers.set('content-type', 'application/json');
  if (endpoint.keyHeader !== null && key !== null) {
    headers.set(endpoint.keyHeader, endpoint.keyHeader === 'authorization' ? `Bearer ${key}` : key);
  }
  const send = guardedFetch({
    origin,
    limits: { answerMs: timeMs, idleMs: timeMs, totalMs: timeMs },
    maxBytes: MOST_BYTES,
    maxStreamBytes: MOST_BYTES,
    keyed: endpoint.keyHeader !== null,
    ...(endpoint.keyHeader === null ? {} : { credentials: [endpoint.keyHeader] }),
  });
  const { host } = url;
  try {
    const response = await send(url, {
      method: post ? 'POST' : 'GET',
      headers,
      ...(post
        ? { body: JSON.stringify(Object.fromEntries(sent.map(({ name, value }) => [name, value]))) }
        : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const fault = `${host} answered ${response.status}. Check the address, the arguments and the key.`;
      return { fault, sent };
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, contentType: response.headers.get('content-type') ?? '', host };
  } catch (error) {
    options.signal?.throwIfAborted();
    const words =
      error instanceof ModelFault
        ? error.message
        : `${host} cannot be reached: ${reasonOf(error)}. Is it running, and is the address right?`;
    return { fault: scrub(words, key), sent };
  }
}

/** Asks an endpoint once about a turn. What the server does wrong is the result's fault. */
export async function askEndpoint(
  endpoint: KeptEndpoint,
  turn: AskedTurn,
  options: SendOptions,
): Promise<Found> {
  const sent = filledArguments(endpoint.arguments, turn);
  const reached = await reach(endpoint, sent, options);
  if ('fault' in reached) return { passages: [], ...reached };
  const { bytes, contentType, host } = reached;
  const read = readEndpointAnswer(bytes, contentType, endpoint.field);
  if ('fault' in read) return { passages: [], fault: `${host}: ${read.fault}`, sent };
  return { passages: read.passages.map((text) => ({ text, place: host })), fault: null, sent };
}

/** An endpoint's answer to an external action, or the reason why there is none. */
export type ActionAnswer =
  | { readonly value: unknown; readonly host: string }
  /** `isSent` is false if it did not leave the machine for certain. */
  | { readonly fault: string; readonly isSent: boolean };

/** Calls an endpoint for an external action, with these values and its fixed arguments: unmasked, since it acts on them. */
export async function callEndpoint(
  endpoint: KeptEndpoint,
  values: Readonly<Record<string, string>>,
  options: SendOptions,
): Promise<ActionAnswer> {
  const fixed = endpoint.arguments.flatMap(({ name, of, text }): [string, string][] =>
    of === 'fixed' ? [[name, text]] : [],
  );
  const sent = Object.entries({ ...Object.fromEntries(fixed), ...values }).map(([name, value]) => ({
    name,
    value: value.slice(0, LONGEST_ARGUMENT),
  }));
  const reached = await reach(endpoint, sent, options);
  if ('fault' in reached) return { fault: reached.fault, isSent: reached.sent !== null };
  const { bytes, contentType, host } = reached;
  const read = readEndpointValue(bytes, contentType, endpoint.field);
  return 'fault' in read ? { fault: `${host}: ${read.fault}`, isSent: true } : { value: read.value, host };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { code?: unknown }).code;
  return typeof code === 'string' ? code : cause instanceof Error ? cause.message : String(cause);
}
