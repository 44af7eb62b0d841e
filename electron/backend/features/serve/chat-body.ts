import { z } from 'zod';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { ModelFault } from '../../providers/model/model.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import type { SpokenTurn } from '../conversation/index.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds after which the client may try again; null if trying again cannot help. */
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: {
      readonly type?: string;
      readonly param?: string | null;
      readonly retryAfterS?: number | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.type = more.type ?? (status < 500 ? 'invalid_request_error' : 'server_error');
    this.param = more.param ?? null;
    this.retryAfterS = more.retryAfterS ?? null;
  }

  body(): object {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  INVALID: 400,
  NOT_CONSENTED: 403,
  KEY_MISSING: 403,
  BUSY: 503,
};

/** Converts any error for clients. Unexpected errors say nothing about internals. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AskingStopped) {
    if (error.fault) return ofFault(error.fault);
    return new ApiError(429, error.code === 'budget' ? 'insufficient_quota' : null, error.message, {
      type: 'insufficient_quota',
      cause: error,
    });
  }
  if (error instanceof DialogramError) {
    const { nextStep } = error.detail;
    const message = nextStep ? `${error.message} ${nextStep}` : error.message;
    return new ApiError(STATUS[error.code] ?? 500, error.code.toLowerCase(), message, { cause: error });
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ApiError(504, 'timeout', 'The request took too long for this endpoint.');
  return new ApiError(500, null, 'Something went wrong in Dialogram.', { cause: error });
}

/** If the model's server refuses our key, the error is a gateway error, because the client is not to blame. */
export function ofFault(fault: ModelFault): ApiError {
  const told = (status: number, code: string): ApiError =>
    new ApiError(status, code, fault.message, {
      retryAfterS: fault.retryAfterMs === null ? null : Math.ceil(fault.retryAfterMs / 1000),
      cause: fault,
    });
  switch (fault.kind) {
    case 'not-found':
      return told(404, 'model_not_found');
    case 'bad-request':
      return told(400, fault.room ? 'context_length_exceeded' : 'bad_request');
    case 'rate-limited':
      return told(429, 'rate_limit_exceeded');
    case 'timeout':
      return told(504, 'timeout');
    default:
      return told(502, fault.kind === 'unauthorised' ? 'upstream_unauthorised' : 'upstream_failed');
  }
}

const partSchema = z.looseObject({ type: z.string(), text: z.string().optional() });
const contentSchema = z.union([z.string(), z.array(partSchema)]).nullish();
export type Content = z.infer<typeof contentSchema>;

const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: contentSchema,
  /** The name of a tool. A person's name is not passed on. */
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({ arguments: z.string() }).optional() }))
    .optional(),
});
export type ChatMessageIn = z.infer<typeof messageSchema>;

const MOST_MESSAGES = 2000;
export const messagesSchema = z.array(messageSchema).min(1).max(MOST_MESSAGES);

/** The fields of a request that affect the answer and are passed on unchanged. Other fields are dropped. */
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
  n: z.literal(1, 'must be 1, because a request gets only one answer').nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  seed: z.int().nullish(),
  max_tokens: tokensSchema,
  max_completion_tokens: tokensSchema,
});
export type ChatBody = z.infer<typeof chatBodySchema>;

/** @throws ApiError with the name of the first invalid field */
export function readBody<Body>(schema: z.ZodType<Body>, value: unknown): Body {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? null;
  throw new ApiError(400, 'invalid_value', problemIn(parsed.error, 'The body'), { param });
}

export const readChatBody = (value: unknown): ChatBody => readBody(chatBodySchema, value);

export const passedOnOf = (body: ChatBody): Record<string, unknown> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) =>
      body[name] === undefined || body[name] === null ? [] : [[name, body[name]]],
    ),
  );

export const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).flatMap(({ text }) => text ?? []).join('\n');

/** Returns the conversation: what the user and the assistant said, without instructions and tool calls. */
export function spokenTurns(messages: readonly ChatMessageIn[]): SpokenTurn[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const text = textOf(content).trim();
    return text === '' ? [] : [{ role: role === 'user' ? ('user' as const) : ('system' as const), text }];
  });
}
