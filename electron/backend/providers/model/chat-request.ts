import { APIError, type OpenAI } from 'openai';
import type { ChatMessage, ChatRequest } from './model.ts';

/** Features that a server lacks, learned from its refusals while the app runs. */
export interface Quirks {
  /**
   * The way to request an answer by a JSON schema: as in the API, in the form of some older servers (with the schema in
   * words, too, since some ignore it), or null for words only.
   */
  readonly schema: 'json_schema' | 'json_object' | null;
  /** Its name for the answer's limit, which the API renamed. */
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /** True if that name was changed once. A second change would cause a loop. */
  readonly tokenFieldTried: boolean;
  /** True if an answer can be ended at given texts. */
  readonly stop: boolean;
  /** True if it reports a stream's usage. */
  readonly streamUsage: boolean;
}

/** Returns the assumed quirks of a server until it refuses something. */
export function expectedQuirks(baseUrl: string): Quirks {
  const official = /^https:\/\/(api\.openai\.com|[^/]+\.azure\.com)(\/|$)/.test(baseUrl);
  return {
    schema: 'json_schema',
    tokenField: official ? 'max_completion_tokens' : 'max_tokens',
    tokenFieldTried: false,
    streamUsage: true,
    stop: true,
  };
}

export function chatBody(
  request: ChatRequest,
  quirks: Quirks,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  const { answerSchema } = request;
  const own = {
    model: request.model,
    messages:
      answerSchema && quirks.schema !== 'json_schema' ? withSchemaInWords(request) : [...request.messages],
    ...(request.temperature === null ? {} : { temperature: request.temperature }),
    ...(request.seed === null ? {} : { seed: request.seed }),
    ...(request.maxOutputTokens === null ? {} : { [quirks.tokenField]: request.maxOutputTokens }),
    ...(request.stop && quirks.stop ? { stop: [...request.stop] } : {}),
    ...(answerSchema && quirks.schema ? { response_format: formatOf(answerSchema, quirks.schema) } : {}),
  };
  return Object.assign(own, request.passedOn);
}

function formatOf(
  { name, schema }: NonNullable<ChatRequest['answerSchema']>,
  form: 'json_schema' | 'json_object',
) {
  const own = { ...schema };
  return form === 'json_schema'
    ? { type: form, json_schema: { name, schema: own, strict: true } }
    : { type: form, schema: own };
}

/** The schema in words, in the first system message, where transcripts cannot contradict it. */
function withSchemaInWords(request: ChatRequest): ChatMessage[] {
  const schema = JSON.stringify(request.answerSchema?.schema);
  const words = `Answer with one JSON value and nothing else: no prose, no code fence. It must follow this JSON schema:\n${schema}`;
  const first = request.messages.findIndex((message) => message.role === 'system');
  if (first < 0) return [{ role: 'system', content: words }, ...request.messages];
  return request.messages.map((message, index) =>
    index === first ? { role: message.role, content: `${message.content}\n\n${words}` } : message,
  );
}

/**
 * Returns the quirks to try after a refusal; null if the refusal names no known feature. Never changes the answer's
 * content, so the caller handles a refused temperature.
 */
export function adapted(quirks: Quirks, request: ChatRequest, error: unknown): Quirks | null {
  // llama-cpp-python answers 500 to an unknown form.
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
  const names = /max_(completion_)?tokens/i.test(words);
  const unknown =
    /unsupported|not supported|unknown|unrecogni[sz]ed|not permitted|extra|instead|unexpected/i.test(words);
  if (request.maxOutputTokens !== null && !quirks.tokenFieldTried && names && unknown) {
    const tokenField = quirks.tokenField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...quirks, tokenField, tokenFieldTried: true };
  }
  return null;
}
