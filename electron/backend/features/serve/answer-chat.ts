import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exampleBlock, NEXT_TURNS } from '#shared/algorithms/generation/answer-messages.ts';
import { LONGEST_LABEL, withoutLabel, withoutSpeakers } from '#shared/algorithms/generation/read-answer.ts';
import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import type { ServeSettings } from '#shared/contract/serve.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { askingHostOf, priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { ToolCall } from '../../providers/model/model.ts';
import type { Budget } from '../../providers/requests/budget.ts';
import { requestHash } from '../../providers/requests/request-hash.ts';
import { charactersOf, createTelling, type DraftedRequest, type ShownExample } from '../generation/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import {
  ApiError,
  type ChatBody,
  type ChatMessageIn,
  type Content,
  ofFault,
  passedOnOf,
  spokenTurns,
  textOf,
} from './chat-body.ts';
import { type ServedModel, servedModel, shownFor } from './served-models.ts';

interface OutgoingMessage {
  readonly role: Exclude<ChatMessageIn['role'], 'developer'>;
  readonly content: unknown;
}

/**
 * `hide` masks texts. Servers without lists get one text per message, and "system" instead of "developer".
 * @throws ApiError for an image or audio if masking is on, because only text can be masked
 */
function outgoing(
  messages: readonly ChatMessageIn[],
  hide: ((text: string) => string) | null,
): OutgoingMessage[] {
  const hidden = hide ?? ((text: string): string => text);
  return messages.map(({ role, content, name, tool_call_id, tool_calls }) => ({
    role: role === 'developer' ? 'system' : role,
    content: contentOf(content, hide),
    ...(name !== undefined && (role === 'tool' || role === 'function') ? { name } : {}),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
    ...(tool_calls === undefined
      ? {}
      : {
          tool_calls: tool_calls.map((call) => ({
            ...call,
            ...(call.function && {
              function: { ...call.function, arguments: hidden(call.function.arguments) },
            }),
          })),
        }),
  }));
}

function contentOf(content: Content, hide: ((text: string) => string) | null): unknown {
  if (content === null || content === undefined) return null;
  const hidden = hide ?? ((text: string): string => text);
  if (typeof content === 'string' || content.every(({ type }) => type === 'text'))
    return hidden(textOf(content));
  if (hide === null) return content;
  throw new ApiError(
    400,
    'unsupported_content',
    'Send only text. Personal data is masked before it is sent to this server, and only text can be masked.',
    { param: 'messages' },
  );
}

function withExamples(
  messages: readonly OutgoingMessage[],
  prompt: string,
  examples: readonly ShownExample[],
): readonly OutgoingMessage[] {
  if (examples.length === 0) return messages;
  const words = [prompt, ...examples.map(({ turns }) => exampleBlock(turns))].join('\n\n');
  const [first, ...rest] = messages;
  // Many models accept only one system message, and only as the first message.
  if (first?.role === 'system') return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...rest];
  return [{ role: 'system', content: words }, ...messages];
}

const LONGEST_PLACEHOLDER = 40;

/**
 * Unmasks a text that arrives in pieces. If a piece ends inside a placeholder, the piece waits for the next one.
 * @param unlabelled true removes a speaker's label at the beginning
 */
function createPieces(unmask: (text: string) => string, unlabelled: boolean, tell: (piece: string) => void) {
  let held = '';
  let begun = !unlabelled;
  const pass = (upTo: number): void => {
    const ready = unmask(held.slice(0, upTo));
    held = held.slice(upTo);
    if (ready !== '') tell(ready);
  };
  return {
    add(piece: string): void {
      held += piece;
      if (!begun) {
        if (held.length < LONGEST_LABEL) return;
        begun = true;
        held = withoutLabel(held);
      }
      const open = held.lastIndexOf('[');
      const half = open >= 0 && !held.includes(']', open) && held.length - open <= LONGEST_PLACEHOLDER;
      pass(half ? open : held.length);
    },
    end(): void {
      if (!begun) held = withoutLabel(held);
      begun = true;
      pass(held.length);
    },
  };
}

const MOST_BYTES = 4 * 2 ** 20;

/** Parses a request as JSON. @throws ApiError if it is too large or not JSON */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES)
      throw new ApiError(413, 'too_large', `A request can be at most ${MOST_BYTES / 2 ** 20} MB.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.', { cause: error });
  }
}

/** Returns the client's key: the bearer token, or the header that clients of Azure use. */
export function tokenOf({ headers }: IncomingMessage): string | null {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['api-key'];
  return bearer?.trim() ?? (typeof key === 'string' ? key : null);
}

export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

export function sendError(response: ServerResponse, error: ApiError): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(error.body())}\n\n`);
    return;
  }
  // The rest of the body is not read, so the connection cannot be used again.
  if (error.status === 413) response.setHeader('connection', 'close');
  if (error.retryAfterS !== null) response.setHeader('retry-after', String(error.retryAfterS));
  // Clients retry most errors, but Dialogram has already retried those of the server.
  response.setHeader('x-should-retry', String(error.retryAfterS !== null));
  if (error.status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, error.status, error.body());
}

export const EXAMPLES_PROMPT = 'serve-examples';

export interface ServeHost {
  readonly project: Project;
  readonly settings: ServeSettings;
  /** The run that counts all requests while the endpoint is open. */
  readonly run: RunId;
  readonly budget: Budget;
}

export interface ChatResult {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: 'stop' | 'length' | 'content_filter' | 'tool_calls';
  readonly tokens: { readonly input: number; readonly output: number } | null;
}

export interface ChatBegun extends ServedModel {
  readonly examples: number;
  /** Time from the client's request to the request to the model. */
  readonly milliseconds: number;
}

interface ChatListener {
  readonly signal: AbortSignal;
  readonly onBegin: (begun: ChatBegun) => void;
  /** Called with each piece of a streamed answer; null if the answer is not streamed. */
  readonly onText: ((piece: string) => void) | null;
}

/** Estimated tokens of an image, which are more than the characters of its address suggest. */
const TOKENS_OF_A_PICTURE = 3000;

/**
 * Answers a client with a model and examples. Stores nothing.
 * @throws ApiError; DialogramError NOT_CONSENTED, KEY_MISSING; AskingStopped if the budget is reached
 */
export async function answerChat(
  host: ServeHost,
  body: ChatBody,
  { signal, onBegin, onText }: ChatListener,
): Promise<ChatResult> {
  const started = performance.now();
  const { project, settings, run, budget } = host;
  const { database, app } = project;
  const served = servedModel(project, settings, body.model);
  const provider = app.providers.get(served.provider);
  const asking = askingHostOf(project);
  priceWithin(asking, served, settings);
  const asker = await openInteractiveAsker(asking, served, signal, undefined, { run, budget });
  const spoken = spokenTurns(body.messages);
  const examples = await shownFor(project, spoken, {
    ...answerSettingsSchema.parse({ examples: settings.examples, seed: settings.seed }),
    masking: settings.masking,
    method: served.method,
    automaton: settings.automaton,
  });
  signal.throwIfAborted();
  const masker = createMasker(
    body.messages.map(({ role, content }) => (role === 'system' ? '' : textOf(content))),
  );
  const hide = provider.maskPersonalData ? (text: string): string => masker.mask(text).text : null;
  const unmask = (text: string): string => (hide ? masker.unmask(text) : text);
  const messages = outgoing(body.messages, hide);
  const { text: prompt } = keptPrompt(database, app.resources, EXAMPLES_PROMPT);
  const most = body.max_completion_tokens ?? body.max_tokens ?? settings.maxOutputTokens;
  const draft = drafted(
    (shown) => withExamples(messages, prompt, shown),
    { baseUrl: provider.baseUrl, model: served.model, most, body },
    examples,
  );
  let told = false;
  const pieces = createPieces(unmask, examples.length > 0, (piece) => {
    told = true;
    onText?.(piece);
  });
  const { say, account } = createTelling({
    asker,
    usageOf: () => null,
    ...(onText ? { onText: pieces.add } : {}),
    onAgain: () => {
      if (told)
        throw new ApiError(502, 'upstream_failed', 'The model’s server stopped in the middle of its answer.');
    },
  });
  onBegin({ ...served, examples: examples.length, milliseconds: performance.now() - started });
  const { heard, problem } = await say(draft);
  if (heard === null) throw new ApiError(502, 'upstream_failed', problem ?? 'Nothing was sent to the model.');
  if (heard.kind === 'fault') throw ofFault(heard.fault);
  pieces.end();
  const { text, finish, toolCalls = [] } = heard.answer;
  return {
    // The model may have copied a speaker's label from the examples, so the label is removed.
    text: unmask(examples.length > 0 && finish !== 'refusal' ? withoutSpeakers(text) : text),
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: unmask(call.arguments) })),
    finish: finish === 'refusal' ? 'content_filter' : toolCalls.length > 0 ? 'tool_calls' : finish,
    tokens: account().tokens,
  };
}

/** Returns a request with as many examples as fit. The client's own text is never shortened. */
function drafted(
  messagesWith: (examples: readonly ShownExample[]) => readonly OutgoingMessage[],
  asked: { readonly baseUrl: string; readonly model: string; readonly most: number; readonly body: ChatBody },
  examples: readonly ShownExample[],
): DraftedRequest {
  const { baseUrl, model, most, body } = asked;
  const sent = messagesWith(examples);
  const passedOn = { ...passedOnOf(body), messages: sent };
  const words = sent.map((message) => ({
    role: message.role === 'assistant' || message.role === 'system' ? message.role : ('user' as const),
    content: typeof message.content === 'string' ? message.content : JSON.stringify(message),
  }));
  const request = {
    model,
    messages: words,
    temperature: body.temperature ?? null,
    seed: body.seed ?? null,
    maxOutputTokens: most,
    answerSchema: null,
    ...(examples.length > 0 && !('stop' in passedOn) ? { stop: NEXT_TURNS } : {}),
    passedOn,
  };
  const pictures = sent.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 0), 0);
  return {
    messages: words,
    question: {
      hash: `${requestHash(baseUrl, request)}-${randomUUID()}`,
      request,
      dialogues: [...new Set(examples.map(({ dialogue }) => dialogue))],
      most: {
        input: mostInputTokens(words, JSON.stringify(passedOnOf(body))) + pictures * TOKENS_OF_A_PICTURE,
        output: most,
      },
      keep: false,
    },
    shorter(room) {
      if (examples.length === 0) return null;
      // Keeps at most a quarter of the context window free for the answer.
      const free = room.most - Math.min(most, room.most / 4);
      const allowed = (charactersOf(words) * free) / room.asked;
      for (let left = examples.length - 1; left > 0; left--) {
        const next = drafted(messagesWith, asked, examples.slice(0, left));
        if (charactersOf(next.messages) <= allowed) return next;
      }
      return drafted(messagesWith, asked, []);
    },
  };
}
