import { z } from 'zod';
import type { Role } from './dialogue.ts';

export const NO_EXAMPLES = 'none';

/** Null lets the server choose the temperature. Some models accept no other value. */
export const temperatureSchema = z
  .number()
  .min(0)
  .max(2)
  .nullable()
  .default(0)
  .meta({ label: 'Temperature', empty: "the server's default", none: 'default' });

export const modelAnswererSchema = z.object({
  kind: z.literal('model'),
  provider: z.string().min(1).max(100).meta({ word: 'ID' }),
  model: z.string().min(1).max(300).meta({ word: 'M' }),
  temperature: temperatureSchema,
  seed: z.int().min(0).nullable().default(1),
  maxOutputTokens: z
    .int()
    .min(1)
    .max(32_000)
    .meta({ label: 'Maximum tokens', hint: 'Per answer.' })
    .default(512),
});
export type ModelAnswerer = Readonly<z.output<typeof modelAnswererSchema>>;

/** The source of an answer. `consensus`: the retrieved turn most similar to the others; `first`: the first example's. */
const answererSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('consensus') }),
  z.object({ kind: z.literal('first') }),
  modelAnswererSchema,
]);
export type Answerer = Readonly<z.output<typeof answererSchema>>;

export const featureAgentSchema = z.looseObject({
  kind: z.string().min(1).max(40),
  /** The agent's title at the time. The agent may be renamed or deleted later. */
  title: z.string().min(1).max(200),
  answerer: answererSchema.optional(),
});
export type FeatureAgent = Readonly<z.output<typeof featureAgentSchema>>;

const retrievalAgentSchema = z.object({
  kind: z.undefined().optional(),
  /** A method as `comparison.methods` lists it, or NO_EXAMPLES (only with a model). */
  method: z.string().min(1).max(40),
  answerer: answererSchema,
});
export type RetrievalAgent = Readonly<z.output<typeof retrievalAgentSchema>>;

export const agentSchema = z.union([retrievalAgentSchema, featureAgentSchema]);
export type AgentSpec = RetrievalAgent | FeatureAgent;

export function agentKey(agent: AgentSpec): string {
  if (agent.kind === undefined) return `${agent.method}/${answererKey(agent.answerer)}`;
  const { kind, title: _, ...details } = agent;
  const named = Object.entries(details).sort(([left], [right]) => (left < right ? -1 : 1));
  return [kind, ...named.map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join('/');
}

function answererKey(answerer: Answerer): string {
  if (answerer.kind !== 'model') return answerer.kind;
  const { kind, provider, model, temperature, seed, maxOutputTokens } = answerer;
  return [kind, provider, model, temperature, seed, maxOutputTokens].map(String).join('/');
}

/** Returns "BM25 (last turn)", "BM25 (last turn) · first example" or, with a model, "BM25 (last turn) · gpt-4o-mini". */
export function agentTitle(agent: AgentSpec, titleOfMethod: (method: string) => string): string {
  if (agent.kind !== undefined) return agent.title;
  const found = agent.method === NO_EXAMPLES ? 'No examples' : titleOfMethod(agent.method);
  return agent.answerer.kind === 'consensus' ? found : `${found} · ${answererTitle(agent.answerer)}`;
}

/** Returns the last part of a model's name, since some servers give the path of a file: "qwen-1.5b.gguf". */
export const modelName = (model: string): string =>
  model.split(/[/\\]/).findLast((part) => part !== '') ?? model;

export function answererTitle(answerer: Answerer): string {
  if (answerer.kind === 'model') return modelName(answerer.model);
  return answerer.kind === 'first' ? 'first example' : 'most typical answer';
}

export function modelOf({ answerer }: AgentSpec): ModelAnswerer | null {
  return answerer?.kind === 'model' ? answerer : null;
}

export const withModel = (agent: FeatureAgent, answerer: ModelAnswerer): FeatureAgent => ({
  ...agent,
  title: `${agent.title} · ${modelName(answerer.model)}`,
  answerer,
});

export const isWithoutExamples = (agent: AgentSpec): boolean =>
  agent.kind === undefined && agent.method === NO_EXAMPLES;

export interface AgentTurn {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
  /** True for a manual step, which has no text. */
  readonly forced: boolean;
  /** A new value that a person gave a variable by hand; null clears it. The turn is the user's and has no text. */
  readonly change?: { readonly name: string; readonly value: string | null } | undefined;
}

export const variableSchema = z.object({
  name: z.string(),
  group: z.string(),
  label: z.string(),
  value: z.string().nullable(),
  type: z.string(),
  choices: z.array(z.string()).readonly(),
  isFixed: z.boolean(),
});
export type AgentVariable = Readonly<z.output<typeof variableSchema>>;

export const groundsSchema = z.object({
  at: z.string(),
  understood: z.string(),
  readBy: z.string().nullable().optional(),
  steps: z.array(z.object({ what: z.string(), why: z.string() })).readonly(),
  notes: z.array(z.string()).readonly(),
});
export type AgentGrounds = Readonly<z.output<typeof groundsSchema>>;

export interface AgentAccount {
  readonly prompt: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly costUsd: number | null;
  readonly cached: boolean;
  readonly failed: boolean;
  /** The time of the requests, without `waitedMs`. */
  readonly latencyMs: number;
  /** The time that the requests waited in line before they were sent. */
  readonly waitedMs: number;
}

const NOTHING_ASKED: AgentAccount = {
  prompt: [],
  tokens: { input: 0, output: 0 },
  costUsd: 0,
  cached: true,
  failed: false,
  latencyMs: 0,
  waitedMs: 0,
};

export function accountOfTurns(turns: readonly (AgentAccount | undefined)[]): AgentAccount | null {
  const asked = turns.filter((one) => one !== undefined);
  if (asked.length === 0) return null;
  return asked.reduce(
    (sum, { prompt, tokens, costUsd, cached, failed, latencyMs, waitedMs }) => ({
      prompt: [...sum.prompt, ...prompt],
      tokens: sum.tokens &&
        tokens && { input: sum.tokens.input + tokens.input, output: sum.tokens.output + tokens.output },
      costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
      cached: sum.cached && cached,
      failed: sum.failed || failed,
      latencyMs: sum.latencyMs + latencyMs,
      waitedMs: sum.waitedMs + waitedMs,
    }),
    NOTHING_ASKED,
  );
}

export interface AgentReply<Why> {
  readonly text: string | null;
  readonly problem: string | null;
  readonly why: Why;
  readonly asked?: AgentAccount | undefined;
  /** Possible next moves; share: 0 … 1. Empty if the agent cannot know. */
  readonly next: readonly { readonly role: Role; readonly tag: string; readonly share: number }[];
}

/** A conversation with an agent. States are plain values: to rewind, continue from an earlier one. */
export interface Agent<State, Why> {
  readonly start: State;
  /** Processes a turn like `step`, if that is cheaper without a reply. May use a model. */
  hear?(
    state: State,
    turn: AgentTurn,
  ): Promise<{ readonly state: State; readonly asked?: AgentAccount | undefined }>;
  variables?(state: State): readonly AgentVariable[];
  /** Processes a turn. The reply is null if none is due, as after an agent's turn. */
  step(
    state: State,
    turn: AgentTurn,
  ): Promise<{ readonly state: State; readonly reply: AgentReply<Why> | null }>;
}

export async function lastReply<State, Why>(
  agent: Agent<State, Why>,
  turns: readonly AgentTurn[],
): Promise<AgentReply<Why> | null> {
  let state = agent.start;
  let last: AgentReply<Why> | null = null;
  const asked: (AgentAccount | undefined)[] = [];
  for (const [at, turn] of turns.entries()) {
    if (agent.hear && at < turns.length - 1) {
      const heard = await agent.hear(state, turn);
      state = heard.state;
      asked.push(heard.asked);
      continue;
    }
    const step = await agent.step(state, turn);
    state = step.state;
    asked.push(step.reply?.asked);
    last = step.reply ?? last;
  }
  return last && { ...last, asked: accountOfTurns(asked) ?? undefined };
}

export const NOT_DONE = 'This could not be done.';
