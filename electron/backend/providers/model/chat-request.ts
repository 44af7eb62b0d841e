import type { OpenAI } from 'openai';
import type { ChatMessage, ChatRequest } from './model.ts';

/** The most that OpenAI accepts. A server that accepts fewer is asked without. */
const ALTERNATIVES = 20;

export interface Quirks {
  /**
   * With `json_object`, the schema is also described in words, because some servers ignore it. With null, only in
   * words.
   */
  readonly schema: 'json_schema' | 'json_object' | null;
  /** The server's name for the maximum length of an answer, which the API has renamed. */
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /** True if the other name has been tried. Trying again would cause a loop. */
  readonly tokenFieldTried: boolean;
  readonly stop: boolean;
  readonly logprobs: boolean;
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
    logprobs: true,
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
    ...(request.choices && quirks.logprobs ? { logprobs: true, top_logprobs: ALTERNATIVES } : {}),
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

/** Adds the schema in words to the first system message, because no transcript can contradict it there. */
function withSchemaInWords(request: ChatRequest): ChatMessage[] {
  const schema = JSON.stringify(request.answerSchema?.schema);
  const words = `Answer with one JSON value and nothing else: no prose, no code fence. It must follow this JSON schema:\n${schema}`;
  const first = request.messages.findIndex((message) => message.role === 'system');
  if (first < 0) return [{ role: 'system', content: words }, ...request.messages];
  return request.messages.map((message, index) =>
    index === first ? { role: message.role, content: `${message.content}\n\n${words}` } : message,
  );
}
