import { z } from 'zod';
import type { SpokenTurn } from '../conversation/index.ts';
import { ApiError } from './api-error.ts';

const partSchema = z.looseObject({ type: z.string(), text: z.string().optional() });
const contentSchema = z.union([z.string(), z.array(partSchema)]).nullish();
export type Content = z.infer<typeof contentSchema>;

const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: contentSchema,
  /** For a tool; a person's name is not passed on. */
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({ arguments: z.string() }).optional() }))
    .optional(),
});
export type ChatMessageIn = z.infer<typeof messageSchema>;

const MOST_MESSAGES = 2000;
export const messagesSchema = z.array(messageSchema).min(1).max(MOST_MESSAGES);

/** Fields of a request that shape its answer and are passed on unchanged. Other fields are left out. */
const PASSED_ON = [
  'top_p',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'reasoning_effort',
] as const;

const tokensSchema = z.int().min(1).max(1_000_000).nullish();

const chatBodySchema = z.looseObject({
  model: z.string().min(1).max(400),
  messages: messagesSchema,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'one answer a request is given here').nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  seed: z.int().nullish(),
  max_tokens: tokensSchema,
  max_completion_tokens: tokensSchema,
});
export type ChatBody = z.infer<typeof chatBodySchema>;

/** @throws ApiError that names the first field that does not fit */
export function readBody<Body>(schema: z.ZodType<Body>, value: unknown): Body {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? null;
  throw new ApiError(400, 'invalid_value', `${param || 'The body'}: ${issue?.message ?? 'does not fit'}.`, {
    param,
  });
}

export const readChatBody = (value: unknown): ChatBody => readBody(chatBodySchema, value);

export const passedOnOf = (body: ChatBody): Record<string, unknown> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) =>
      body[name] === undefined || body[name] === null ? [] : [[name, body[name]]],
    ),
  );

/** The text of a message; empty if there is none. */
export const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).flatMap(({ text }) => text ?? []).join('\n');

/** The conversation in a list of messages: what the user and the assistant said, without instructions and tools. */
export function spokenTurns(messages: readonly ChatMessageIn[]): SpokenTurn[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const text = textOf(content).trim();
    return text === '' ? [] : [{ role: role === 'user' ? ('user' as const) : ('system' as const), text }];
  });
}
