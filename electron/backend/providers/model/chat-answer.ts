import { z } from 'zod';
import { type ChatAnswer, ModelFault, type TokenUsage, type ToolCall, type Weights } from './model.ts';

const usageSchema = z.object({
  prompt_tokens: z.number().min(0),
  completion_tokens: z.number().min(0).default(0),
});

const toolCallSchema = z.object({
  index: z.int().min(0).optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const toolCallsSchema = z.array(toolCallSchema).nullish();

const logprobsSchema = z.object({
  content: z.array(
    z.object({
      token: z.string(),
      top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })),
    }),
  ),
});

const completionSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: toolCallsSchema,
      }),
      finish_reason: z.string().nullish(),
      logprobs: logprobsSchema.nullish().catch(null),
    }),
  ),
  usage: usageSchema.nullish().catch(null),
});

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: toolCallsSchema,
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: usageSchema.nullish().catch(null),
});

const usageOf = (usage: z.infer<typeof usageSchema> | null | undefined): TokenUsage | null =>
  usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null;

interface Parts {
  readonly text: string;
  readonly refusal: string;
  readonly reason: string | null;
  readonly usage: TokenUsage | null;
  readonly toolCalls: readonly ToolCall[];
}

function toolCallReader() {
  const calls: { id: string; name: string; arguments: string }[] = [];
  return {
    calls,
    add(pieces: z.infer<typeof toolCallsSchema>): void {
      for (const [at, { index = at, id, function: called }] of (pieces ?? []).entries()) {
        if (index > calls.length)
          throw new ModelFault('bad-answer', 'The model called functions out of order.');
        const call = calls[index] ?? { id: '', name: '', arguments: '' };
        calls[index] = {
          id: call.id || (id ?? ''),
          name: call.name + (called?.name ?? ''),
          arguments: call.arguments + (called?.arguments ?? ''),
        };
      }
    },
  };
}

/** @throws ModelFault `bad-answer` if the answer is empty and gives no reason */
function answerOf({ text, refusal, reason, usage, toolCalls }: Parts, latencyMs: number): ChatAnswer {
  if (refusal !== '' || reason === 'content_filter') {
    return { text: refusal || text, finish: 'refusal', usage, latencyMs };
  }
  if (reason === 'length') return { text, finish: 'length', usage, latencyMs };
  if (toolCalls.length > 0) return { text, finish: 'stop', usage, latencyMs, toolCalls };
  if (text.trim() === '') throw new ModelFault('bad-answer', "The model's answer was empty.");
  return { text, finish: 'stop', usage, latencyMs };
}

/**
 * Returns the probability of each choice at the place where the answer writes the last of them as a JSON text.
 * @returns undefined if the answer has no choice, or the server gave no probabilities
 */
function weightsOf(
  { content }: z.infer<typeof logprobsSchema>,
  choices: readonly string[],
): Weights | undefined {
  const text = content.map(({ token }) => token).join('');
  // After the quotation mark.
  const start = Math.max(...choices.map((choice) => text.lastIndexOf(JSON.stringify(choice)))) + 1;
  if (start === 0) return undefined;
  let before = 0;
  const written = content.find(({ token }) => {
    before += token.length;
    return before > start;
  });
  if (!written) return undefined;
  const opening = written.token.slice(0, start - (before - written.token.length));
  const weights = Object.fromEntries(choices.map((choice) => [choice, 0]));
  let sum = 0;
  for (const { token, logprob } of written.top_logprobs) {
    const rest = token.startsWith(opening) ? token.slice(opening.length) : '';
    const meant = choices.filter((choice) => choice.startsWith(rest) || rest.startsWith(choice));
    if (rest === '' || meant.length !== 1) continue;
    weights[meant[0]!]! += Math.exp(logprob);
    sum += Math.exp(logprob);
  }
  return sum === 0
    ? undefined
    : Object.fromEntries(Object.entries(weights).map(([choice, weight]) => [choice, weight / sum]));
}

/**
 * @param choices those of the request
 * @throws ModelFault `bad-answer` if the answer is not JSON
 */
export function readCompletion(
  value: unknown,
  latencyMs: number,
  choices?: readonly string[] | undefined,
): ChatAnswer {
  const parsed = completionSchema.safeParse(typeof value === 'string' ? parsedOrNull(value) : value);
  if (!parsed.success)
    throw new ModelFault('bad-answer', "The server's answer does not follow the OpenAI API.");
  const [choice] = parsed.data.choices;
  if (!choice) throw new ModelFault('bad-answer', "The server's answer was empty.");
  const tools = toolCallReader();
  tools.add(choice.message.tool_calls?.map(({ index: _, ...call }) => call));
  const weights = choices && choice.logprobs ? weightsOf(choice.logprobs, choices) : undefined;
  const answer = answerOf(
    {
      text: choice.message.content ?? '',
      refusal: choice.message.refusal ?? '',
      reason: choice.finish_reason ?? null,
      usage: usageOf(parsed.data.usage),
      toolCalls: tools.calls,
    },
    latencyMs,
  );
  return weights ? { ...answer, weights } : answer;
}

/** @throws ModelFault `bad-answer` if the stream ends too early, `too-large` if it exceeds `maxCharacters` */
export async function readStream(
  chunks: AsyncIterable<unknown>,
  options: {
    readonly onText: (piece: string) => void;
    readonly maxCharacters: number;
    readonly startedAt: number;
  },
): Promise<ChatAnswer> {
  const pieces: string[] = [];
  let characters = 0;
  let refusal = '';
  let reason: string | null = null;
  let usage: TokenUsage | null = null;
  const tools = toolCallReader();
  for await (const chunk of chunks) {
    const parsed = chunkSchema.safeParse(chunk);
    if (!parsed.success)
      throw new ModelFault('bad-answer', "The server's streamed answer does not follow the OpenAI API.");
    usage = usageOf(parsed.data.usage) ?? usage;
    const [choice] = parsed.data.choices;
    if (!choice) continue;
    const piece = choice.delta?.content ?? '';
    refusal += choice.delta?.refusal ?? '';
    const called = choice.delta?.tool_calls ?? [];
    tools.add(called);
    characters += called.reduce((sum, one) => sum + (one.function?.arguments?.length ?? 0), piece.length);
    if (characters + refusal.length > options.maxCharacters) {
      throw new ModelFault('too-large', `The answer is longer than ${options.maxCharacters} characters.`);
    }
    if (piece !== '') {
      pieces.push(piece);
      options.onText(piece);
    }
    reason = choice.finish_reason ?? reason;
  }
  if (reason === null) throw new ModelFault('bad-answer', 'The stream ended before the answer was complete.');
  return answerOf(
    { text: pieces.join(''), refusal, reason, usage, toolCalls: tools.calls },
    performance.now() - options.startedAt,
  );
}

export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
