import { APIError, AzureOpenAI, OpenAI } from 'openai';
import { z } from 'zod';
import { createProviderBatchPort } from './batch-files.ts';
import { readCompletion, readStream } from './chat-answer.ts';
import { chatBody, expectedQuirks, type Quirks } from './chat-request.ts';
import { type FaultPlace, toModelFault } from './faults.ts';
import { type ChatAnswer, type ChatRequest, ModelFault, type ModelProvider } from './model.ts';
import { DEFAULT_LIMITS, guardedFetch, type TransportLimits } from './transport.ts';

const MB = 2 ** 20;
const ANSWER_BYTES = 4 * MB;
const STREAM_BYTES = 32 * MB;
const VECTOR_BYTES = 128 * MB;
const FILE_BYTES = 1024 * MB;

export interface OpenAiProviderOptions {
  readonly id: string;
  readonly kind: 'openai' | 'azure';
  /** The normalized address, without a slash at the end, such as "http://localhost:11434/v1". */
  readonly baseUrl: string;
  readonly apiVersion: string | null;
  readonly key: string | null;
  readonly takesBatches: boolean;
  readonly limits?: Partial<TransportLimits>;
  readonly quirks?: Map<string, Quirks>;
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
/** Returns the mean of a text's token vectors. */
const meanOf = (tokens: readonly (readonly number[])[]): readonly number[] =>
  (tokens[0] ?? []).map((_, at) => tokens.reduce((sum, token) => sum + (token[at] ?? 0), 0) / tokens.length);

const vectorsSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      /** The vector of the text, or one vector per token, as llama-cpp-python returns for a generative model. */
      embedding: z.union([
        z.array(z.number()).min(1),
        z.array(z.array(z.number()).min(1)).min(1).transform(meanOf),
      ]),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

/**
 * Each call is one attempt. If a server refuses an unknown field, the request is repeated in an older form, which is
 * used from then on. No error contains the key.
 */
export function createOpenAiProvider(options: OpenAiProviderOptions): ModelProvider {
  const { origin, host } = new URL(options.baseUrl);
  const place: FaultPlace = { host, key: options.key };
  const quirks = options.quirks ?? new Map<string, Quirks>();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const clientWith = (maxBytes: number): OpenAI => clientOf(options, { origin, limits, maxBytes });
  const chats = clientWith(ANSWER_BYTES);
  const vectors = clientWith(VECTOR_BYTES);
  const files = clientWith(FILE_BYTES);

  const attempt = async <Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    try {
      const result = await call();
      // An aborted stream ends like a complete one.
      signal.throwIfAborted();
      return result;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toModelFault(error, place);
    }
  };

  const ask = async (
    request: ChatRequest,
    known: Quirks,
    { signal, onText }: Parameters<ModelProvider['chat']>[1],
  ): Promise<ChatAnswer> => {
    const startedAt = performance.now();
    const body = chatBody(request, known);
    if (!onText) {
      const completion = await chats.chat.completions.create(body, { signal });
      return readCompletion(completion, performance.now() - startedAt, request.choices);
    }
    const chunks = await chats.chat.completions.create(
      { ...body, stream: true, ...(known.streamUsage ? { stream_options: { include_usage: true } } : {}) },
      { signal },
    );
    return readStream(chunks, { onText, maxCharacters: ANSWER_BYTES, startedAt });
  };

  return {
    id: options.id,
    baseUrl: options.baseUrl,
    chat: (request, given) =>
      attempt(given.signal, async () => {
        for (;;) {
          const known = quirks.get(request.model) ?? expectedQuirks(options.baseUrl);
          try {
            return await ask(request, known, given);
          } catch (error) {
            const otherwise = given.signal.aborted ? null : adapted(known, request, error);
            if (!otherwise) throw error;
            quirks.set(request.model, otherwise);
          }
        }
      }),
    embed: (model, texts, { signal }) =>
      attempt(signal, async () => {
        if (texts.length === 0) return { vectors: [], usage: null };
        const answer = await vectors.post('/embeddings', {
          body: { model, input: texts, encoding_format: 'float' },
          signal,
        });
        return vectorsOf(answer, texts.length);
      }),
    models: ({ signal }) =>
      attempt(signal, async () => {
        const { data } = modelsSchema.parse(await chats.get('/models', { signal }));
        return [...new Set(data.map((model) => model.id))].sort();
      }),
    batches: options.takesBatches
      ? createProviderBatchPort({
          client: files,
          place,
          attempt,
          bodyOf: (request) =>
            chatBody(request, quirks.get(request.model) ?? expectedQuirks(options.baseUrl)),
          endpoint: options.kind === 'azure' ? '/chat/completions' : '/v1/chat/completions',
        })
      : null,
  };
}

/**
 * Returns the quirks to assume after a refusal; null if the refusal names no known feature. The content of an answer
 * never changes here.
 */
function adapted(quirks: Quirks, request: ChatRequest, error: unknown): Quirks | null {
  // llama-cpp-python returns 500 for a form it does not know.
  if (!(error instanceof APIError) || ![400, 422, 500].includes(error.status ?? 0)) return null;
  const words = `${error.message} ${error.param ?? ''}`;
  if (
    request.answerSchema &&
    quirks.schema &&
    /response_?format|json_?schema|structured output/i.test(words)
  ) {
    const older = quirks.schema === 'json_schema' && /json_object/.test(words);
    return { ...quirks, schema: older ? 'json_object' : null };
  }
  if (quirks.streamUsage && /stream_options|include_usage/i.test(words))
    return { ...quirks, streamUsage: false };
  if (request.stop && quirks.stop && /\bstop\b/i.test(words)) return { ...quirks, stop: false };
  if (request.choices && quirks.logprobs && /logprobs/i.test(words)) return { ...quirks, logprobs: false };
  const names = /max_(completion_)?tokens/i.test(words);
  const unknown =
    /unsupported|not supported|unknown|unrecogni[sz]ed|not permitted|extra|instead|unexpected/i.test(words);
  if (request.maxOutputTokens !== null && !quirks.tokenFieldTried && names && unknown) {
    const tokenField = quirks.tokenField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...quirks, tokenField, tokenFieldTried: true };
  }
  return null;
}

/** Returns a client that ignores the environment and uses only the person's settings. */
function clientOf(
  options: OpenAiProviderOptions,
  bounds: { readonly origin: string; readonly limits: TransportLimits; readonly maxBytes: number },
): OpenAI {
  const common = {
    baseURL: options.baseUrl,
    // The client requires a key. If the person has none, the transport sends none.
    apiKey: options.key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off' as const,
    // The transport has a shorter limit and reports the reason.
    timeout: bounds.limits.answerMs + 10_000,
    fetch: guardedFetch({ ...bounds, maxStreamBytes: STREAM_BYTES, keyed: options.key !== null }),
  };
  return options.kind === 'azure'
    ? new AzureOpenAI({ ...common, apiVersion: options.apiVersion ?? '2024-10-21' })
    : new OpenAI(common);
}

/** @throws ModelFault if the number of vectors is wrong or their lengths differ */
function vectorsOf(answer: unknown, count: number): Awaited<ReturnType<ModelProvider['embed']>> {
  const { data, usage } = vectorsSchema.parse(answer);
  const ordered = new Array<Float32Array | undefined>(count).fill(undefined);
  data.forEach((entry, position) => {
    ordered[entry.index ?? position] = Float32Array.from(entry.embedding);
  });
  const length = ordered[0]?.length;
  const vectors = ordered.filter(
    (vector): vector is Float32Array => vector !== undefined && vector.length === length,
  );
  if (data.length !== count || vectors.length !== count) {
    throw new ModelFault(
      'bad-answer',
      `The server sent ${data.length} vectors for ${count} texts, or vectors of different lengths.`,
    );
  }
  // A server that does not count tokens reports 0.
  return { vectors, usage: usage?.prompt_tokens ? { input: usage.prompt_tokens, output: 0 } : null };
}
