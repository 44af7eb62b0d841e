import { htmlText } from '#shared/algorithms/passages/html-text.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { ModuleArgument, ModuleResult } from '#shared/contract/modules.ts';
import { ModelFault } from '../../providers/model/model.ts';
import { scrub } from '../../providers/model/scrub.ts';
import { guardedFetch } from '../../providers/model/transport.ts';
import type { LastUserTurn } from '../conversation/index.ts';
import { type KeptEndpoint, readEndpointAddress } from './module-settings.ts';

/** The maximum characters of a passage, and the maximum number of passages per answer. */
const LONGEST_PASSAGE = 2000;
const MOST_PASSAGES = 5;

type EndpointText = { readonly passages: readonly string[] } | { readonly fault: string };

/**
 * Returns the passages of an answer in JSON, text or HTML.
 * @param field "results.0.text", or "results.text" for each result; empty means all
 */
export function readEndpointAnswer(bytes: Uint8Array, contentType: string, field: string): EndpointText {
  const read = readEndpointValue(bytes, contentType, field);
  if ('fault' in read) return read;
  const { value } = read;
  if (value === undefined || value === null) return { passages: [] };
  return { passages: presented((Array.isArray(value) ? value : [value]).map(worded)) };
}

/** The value of a field in an endpoint's JSON answer, or the whole text if it is not JSON. */
function readEndpointValue(
  bytes: Uint8Array,
  contentType: string,
  field: string,
): { readonly value: unknown } | { readonly fault: string } {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase();
  const json = type === 'application/json' || type.endsWith('+json');
  if (!json && !type.startsWith('text/')) {
    return {
      fault: `The endpoint returned ${type || 'no content type'}, but only JSON and text can be used.`,
    };
  }
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return { fault: `The answer is not ${label} text.` };
  }
  if (!json) return { value: type === 'text/html' ? htmlText(text) : text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'The endpoint said it was sending JSON, but the response is not valid JSON.' };
  }
  const found = field === '' ? value : valueAt(value, field.split('.'));
  const isMissing = field !== '' && (found === undefined || found === null);
  return isMissing ? { fault: `The answer has no field "${field}".` } : { value: found };
}

/** If the path passes a list without an index, returns the values of all items. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const [name, ...rest] = path;
  if (name !== undefined && Object.hasOwn(value, name) && (!Array.isArray(value) || /^\d+$/.test(name))) {
    return valueAt((value as Record<string, unknown>)[name], rest);
  }
  if (!Array.isArray(value)) return undefined;
  const found = value
    .map((item) => valueAt(item, path))
    .filter((item) => item !== undefined && item !== null);
  return found.length > 0 ? found.flat() : undefined;
}

const worded = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');

/** Makes texts from outside safe to display: short, and without invisible or direction-changing characters. */
function presented(texts: readonly string[]): string[] {
  return texts
    .map((text) =>
      text
        .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
        .replace(/(?![\n\t])\p{Cc}/gu, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
    .slice(0, MOST_PASSAGES)
    .map((text) => (text.length > LONGEST_PASSAGE ? `${text.slice(0, LONGEST_PASSAGE)}…` : text));
}

export type AskedTurn = Pick<LastUserTurn, 'text' | 'tags' | 'state'>;

const ENDPOINT_TIME_MS = 10_000;
const MOST_BYTES = 256 * 1024;
const LONGEST_ARGUMENT = 2000;

type EndpointAnswer = Pick<ModuleResult, 'passages' | 'fault' | 'sent'>;

/** Returns the arguments of a request. They are always masked, because a person typed the text. */
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

type SentArguments = NonNullable<EndpointAnswer['sent']>;

type EndpointResponse =
  | { readonly bytes: Uint8Array; readonly contentType: string; readonly host: string }
  /** `sent` is null only if it is certain that nothing left this machine. */
  | { readonly fault: string; readonly sent: SentArguments | null };

/**
 * Sends one request to the consented address, without redirects. Accepts only 2xx, up to 256 KB, within ten seconds.
 * Never throws because of a server.
 */
async function reach(
  endpoint: KeptEndpoint,
  sent: SentArguments,
  options: SendOptions,
): Promise<EndpointResponse> {
  const { address, origin } = readEndpointAddress(endpoint.address);
  if (endpoint.consent?.origin !== origin) {
    const fault = `Nothing was sent: you have not agreed to send data to ${origin}. Agree to it under External modules.`;
    return { fault, sent: null };
  }
  const { key, timeMs = ENDPOINT_TIME_MS } = options;
  if (endpoint.keyHeader !== null && key === null) {
    const fault = `Nothing was sent: there is no key for ${endpoint.name}. Enter the key under External modules.`;
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
        : `${host} cannot be reached: ${reasonOf(error)}. Check that the endpoint is running and the address is right.`;
    return { fault: scrub(words, key), sent };
  }
}

export async function askEndpoint(
  endpoint: KeptEndpoint,
  turn: AskedTurn,
  options: SendOptions,
): Promise<EndpointAnswer> {
  const sent = filledArguments(endpoint.arguments, turn);
  const reached = await reach(endpoint, sent, options);
  if ('fault' in reached) return { passages: [], ...reached };
  const { bytes, contentType, host } = reached;
  const read = readEndpointAnswer(bytes, contentType, endpoint.field);
  if ('fault' in read) return { passages: [], fault: `${host}: ${read.fault}`, sent };
  return { passages: read.passages.map((text) => ({ text, place: host })), fault: null, sent };
}

export type ActionAnswer =
  | { readonly value: unknown; readonly host: string }
  /** `isSent` is false only if it is certain that nothing left this machine. */
  | { readonly fault: string; readonly isSent: boolean };

/** Calls an endpoint with these values. They are not masked, because the endpoint acts on them. */
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
