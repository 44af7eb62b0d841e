/**
 * The interface to a language model. Callers of an adapter wait, retry, cache and count; an adapter makes one attempt.
 */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Everything that affects an answer. The hash of these fields but `choices` is the key of the cache. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number | null;
  readonly seed: number | null;
  readonly maxOutputTokens: number | null;
  /** A JSON schema for the answer, if the server can enforce it. */
  readonly answerSchema: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | null;
  /** Texts at which the answer ends, if the server supports it. */
  readonly stop?: readonly string[] | undefined;
  /**
   * The words among which the answer chooses, each a JSON text of its own. A server that can also returns the probability
   * of each. They do not affect the text, so they are not in the hash.
   */
  readonly choices?: readonly string[] | undefined;
  /** API fields of the client's own request, such as tools. They replace the app's own fields. */
  readonly passedOn?: Readonly<Record<string, unknown>> | undefined;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, exactly as the model wrote it. */
  readonly arguments: string;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

export interface ChatAnswer {
  readonly text: string;
  /** `length`: cut off; `refusal`: refused by the model or a filter. */
  readonly finish: 'stop' | 'length' | 'refusal';
  readonly toolCalls?: readonly ToolCall[] | undefined;
  readonly usage: TokenUsage | null;
  readonly latencyMs: number;
  /** The probabilities of the request's choices; the sum is 1. */
  readonly weights?: Weights | undefined;
}

export type Weights = Readonly<Record<string, number>>;

/** The number of tokens of a request, and the size of the model's context window. */
export interface ContextRoom {
  readonly asked: number;
  readonly most: number;
}

export type ModelFaultKind =
  /** 401, 402, 403: the key is missing or wrong, or the account has no credit left. */
  | 'unauthorised'
  | 'not-found'
  /** 400, 413, 422: repeating the request would not help. */
  | 'bad-request'
  | 'rate-limited'
  | 'server'
  | 'timeout'
  /** The connection was refused or reset, the name is unknown, or the certificate is invalid. */
  | 'connection'
  /** An unusable answer: truncated or foreign JSON, no choices, a redirect. */
  | 'bad-answer'
  /** The answer is larger than the limit. */
  | 'too-large';

export function kindOfStatus(status: number, code: string | null): ModelFaultKind {
  // The account has no credit, so waiting does not help.
  if (status === 429 && code === 'insufficient_quota') return 'unauthorised';
  if ([401, 402, 403, 407].includes(status)) return 'unauthorised';
  if ([404, 405, 410].includes(status)) return 'not-found';
  if (status === 429) return 'rate-limited';
  if ([408, 504].includes(status)) return 'timeout';
  if (status === 409 || status >= 500) return 'server';
  return 'bad-request';
}

export class ModelFault extends Error {
  readonly kind: ModelFaultKind;
  /** The HTTP status, if there was one. */
  readonly status: number | null;
  /** The time that the server asks to wait, in ms. */
  readonly retryAfterMs: number | null;
  /** False if it is certain that the request was never sent and so costs nothing. */
  readonly sent: boolean;
  /** The number of tokens, if the request was too long for the model and the server stated its limits. */
  readonly room: ContextRoom | null;

  constructor(
    kind: ModelFaultKind,
    message: string,
    options: {
      readonly status?: number;
      readonly retryAfterMs?: number;
      readonly sent?: boolean;
      readonly room?: ContextRoom | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelFault';
    this.kind = kind;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.sent = options.sent ?? true;
    this.room = options.room ?? null;
  }

  /** True if the same request may succeed later. */
  get retryable(): boolean {
    return ['rate-limited', 'server', 'timeout', 'connection', 'bad-answer'].includes(this.kind);
  }
}

export interface ProviderBatchItem {
  /** The app's own name for the request. Each name occurs once in a batch. */
  readonly id: string;
  readonly request: ChatRequest;
}

export type ProviderBatchOutcome =
  | { readonly id: string; readonly answer: ChatAnswer }
  | { readonly id: string; readonly fault: ModelFault };

export interface ProviderBatchStatus {
  readonly state: 'validating' | 'running' | 'done' | 'failed' | 'expired' | 'cancelled';
  readonly completed: number;
  readonly failed: number;
  readonly total: number;
  readonly outputFile: string | null;
  readonly errorFile: string | null;
  /** The reason for the failure, in the server's words. */
  readonly message: string | null;
}

export interface ProviderBatchLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** Submits requests as a file. They are answered within a day, at a lower price. */
export interface ProviderBatchPort {
  submit(
    items: readonly ProviderBatchItem[],
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly remoteId: string; readonly inputFile: string }>;
  status(remoteId: string, options: { readonly signal: AbortSignal }): Promise<ProviderBatchStatus>;
  /** Reads the output and error files. Some ids may be missing, but each occurs only once. */
  outcomes(
    status: ProviderBatchStatus,
    options: { readonly signal: AbortSignal },
  ): Promise<readonly ProviderBatchOutcome[]>;
  cancel(remoteId: string, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** A server that can be asked: it is set up, the person has agreed, and it has a key if it needs one. */
export interface ModelProvider {
  /** The id of the provider. Together with `baseUrl`, it is a part of the key of cached answers. */
  readonly id: string;
  readonly baseUrl: string;
  /** @throws ModelFault; the signal's reason if aborted */
  chat(
    request: ChatRequest,
    options: { readonly signal: AbortSignal; readonly onText?: (piece: string) => void },
  ): Promise<ChatAnswer>;
  /** @returns one vector per text, in order, all of the same length */
  embed(
    model: string,
    texts: readonly string[],
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly usage: TokenUsage | null }>;
  models(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** Null if the server does not accept batch files. */
  readonly batches: ProviderBatchPort | null;
}
