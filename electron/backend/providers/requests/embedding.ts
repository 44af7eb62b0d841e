import { randomUUID } from 'node:crypto';
import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { ChatRequest, ModelProvider } from '../model/model.ts';
import type { Asker } from './ask.ts';
import { AskingStopped } from './stop.ts';

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * Makes requests for vectors look like requests for answers, so that both share the budget, the account and the
 * retries.
 */
export const embedder = <Provider extends ModelProvider>(provider: Provider): Provider => ({
  ...provider,
  async chat({ model, messages }: ChatRequest, { signal }: { readonly signal: AbortSignal }) {
    const started = performance.now();
    const texts = messages.map(({ content }) => content);
    const { vectors, usage } = await provider.embed(model, texts, { signal });
    const bytes = Buffer.concat(vectors.map(({ buffer }) => Buffer.from(buffer)));
    const latencyMs = performance.now() - started;
    return { text: bytes.toString('base64'), finish: 'stop', usage, latencyMs };
  },
});

export const mostTokens = (texts: readonly string[]): number =>
  mostInputTokens(
    texts.map((content) => ({ content })),
    null,
  );

/**
 * Returns one vector of length 1 per non-empty text, row by row. @throws AskingStopped if the budget is reached or the
 * server returns no vectors
 */
export async function askForVectors(
  asker: Asker,
  model: string,
  texts: readonly string[],
): Promise<Float32Array> {
  const request: ChatRequest = {
    model,
    messages: texts.map((content) => ({ role: 'user', content })),
    temperature: null,
    seed: null,
    maxOutputTokens: null,
    answerSchema: null,
  };
  const outcome = await asker.ask({
    // Vectors are stored elsewhere. The account does not refer to the texts, so a purge can ignore it.
    hash: `vectors ${randomUUID()}`,
    keep: false,
    request,
    dialogues: [],
    most: { input: mostTokens(texts), output: 0 },
  });
  if (outcome.kind === 'fault') throw new AskingStopped('provider', outcome.fault.message, outcome.fault);
  const bytes = Buffer.from(outcome.answer.text, 'base64');
  const vectors = new Float32Array(bytes.length / BYTES);
  Buffer.from(vectors.buffer).set(bytes);
  const dimensions = vectors.length / texts.length;
  for (let start = 0; start < vectors.length; start += dimensions) {
    const vector = vectors.subarray(start, start + dimensions);
    const length = Math.hypot(...vector);
    if (length > 0) for (let at = 0; at < dimensions; at++) vector[at]! /= length;
  }
  return vectors;
}
