import { createHash } from 'node:crypto';
import type { ChatRequest } from '../model/model.ts';

/** Returns a value with its keys sorted by code point, so that equal requests have equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, canonical(member)]),
  );
}

/** Returns the SHA-256, in hexadecimal, of everything that affects an answer. Who asks, and when, is not part of it. */
export function requestHash(baseUrl: string, request: ChatRequest): string {
  const { model, messages, temperature, seed, maxOutputTokens, answerSchema, stop, passedOn } = request;
  const parts = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    temperature,
    seed,
    maxOutputTokens,
    answerSchema,
    stop,
    passedOn,
  };
  return createHash('sha256')
    .update(JSON.stringify(canonical(parts)))
    .digest('hex');
}
