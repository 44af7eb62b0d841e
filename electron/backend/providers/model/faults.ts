import { APIConnectionError, APIConnectionTimeoutError, APIError, OpenAIError } from 'openai';
import { z } from 'zod';
import { type ContextRoom, kindOfStatus, ModelFault, type ModelFaultKind } from './model.ts';
import { scrub } from './scrub.ts';

/**
 * Returns how long a server asks clients to wait, in ms; null if unknown. Reads `retry-after-ms`, or `retry-after` in
 * seconds or as an HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim();
  if (milliseconds && /^\d+(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds));
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const until = Date.parse(value);
  // A plain number such as "-1" can be parsed as a date, but it is not a date.
  if (Number.isNaN(until) || !/[a-z]{3}/i.test(value)) return null;
  const theirs = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(theirs) ? now : theirs));
}

export interface FaultPlace {
  readonly host: string;
  readonly key: string | null;
}

const CONNECTION_CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is running there',
  ENOTFOUND: 'there is no host with that name',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no network route to it',
  ENETUNREACH: 'there is no network',
};

/** Codes of errors before there is a connection. After such an error, nothing has been sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Returns an API error as a fault. The original error is left out, because it contains headers and private text. */
export function toModelFault(error: unknown, place: FaultPlace): ModelFault {
  const fault = (
    kind: ModelFaultKind,
    text: string,
    options: { status?: number; retryAfterMs?: number; sent?: boolean; room?: ContextRoom | null } = {},
  ) => new ModelFault(kind, scrub(text, place.key), options);
  const chain = causesOf(error);
  const own = chain.find((cause) => cause instanceof ModelFault);
  if (own instanceof ModelFault) {
    return fault(own.kind, own.message, {
      sent: own.sent,
      room: own.room,
      ...(own.status === null ? {} : { status: own.status }),
      ...(own.retryAfterMs === null ? {} : { retryAfterMs: own.retryAfterMs }),
    });
  }
  if (error instanceof APIConnectionTimeoutError) {
    return fault('timeout', `${place.host} did not answer in time.`);
  }
  if (error instanceof APIError && !(error instanceof APIConnectionError)) {
    return fault(...ofApiError(error, place.host));
  }
  const code = chain.map(codeOf).find((value) => value !== null) ?? null;
  if (error instanceof APIConnectionError || (error instanceof TypeError && code !== null)) {
    const why =
      CONNECTION_CAUSES[code ?? ''] ?? (isCertificate(code) ? 'its certificate is not trusted' : null);
    return fault(
      'connection',
      `${place.host} could not be reached${why ? `: ${why}` : ''}${code ? ` (${code})` : ''}.`,
      { sent: !NEVER_SENT.has(code ?? '') && !isCertificate(code) },
    );
  }
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return fault('bad-answer', `The answer from ${place.host} does not follow the OpenAI API.`);
  }
  if (error instanceof OpenAIError) return fault('bad-request', error.message);
  return fault('bad-answer', `${place.host}: ${error instanceof Error ? error.message : String(error)}`);
}

type FaultParts = [
  ModelFaultKind,
  string,
  { status?: number; retryAfterMs?: number; room?: ContextRoom | null },
];

/** Messages of llama.cpp, OpenAI and vLLM about a request that is too long. */
const TOO_LONG = [
  /request \((?<asked>\d+) tokens\) exceeds the available context size \((?<most>\d+) tokens\)/,
  /maximum context length is (?<most>\d+) tokens\D+(?<asked>\d+) tokens/,
];

/** Returns the sizes in a server's message about a request that is too long; null for other messages. */
export function contextRoomOf(words: string): ContextRoom | null {
  for (const form of TOO_LONG) {
    const { asked, most } = form.exec(words)?.groups ?? {};
    if (asked !== undefined && most !== undefined) return { asked: Number(asked), most: Number(most) };
  }
  return null;
}

function ofApiError(error: APIError, host: string): FaultParts {
  const words = error.message.replace(/^\d{3}\s/, '');
  if (error.status === undefined) {
    // This error comes from a stream that began with status 200.
    const name = `${error.code ?? ''} ${error.type ?? ''}`;
    return [/rate_?limit/i.test(name) ? 'rate-limited' : 'server', `${host} stopped answering: ${words}`, {}];
  }
  const wait = error.headers ? retryAfterMs(error.headers, Date.now()) : null;
  return [
    kindOfStatus(error.status, error.code ?? error.type ?? null),
    `${host} answered ${error.status}: ${words}`,
    { status: error.status, room: contextRoomOf(words), ...(wait === null ? {} : { retryAfterMs: wait }) },
  ];
}

function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) chain.push(next);
  return chain;
}

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

const isCertificate = (code: string | null): boolean =>
  code !== null && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code);
