import { z } from 'zod';
import type { Role } from './dialogue.ts';

/**
 * An agent is anything that answers a conversation. This names agents: specification, key, title, and how to talk to
 * them.
 */

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

/** An agent of a feature's kind, with its details. */
export const featureAgentSchema = z.looseObject({
  kind: z.string().min(1).max(40),
  /** The agent's title at the time. The agent may be renamed or deleted later. */
  title: z.string().min(1).max(200),
  answerer: answererSchema.optional(),
});
export type FeatureAgent = Readonly<z.output<typeof featureAgentSchema>>;

/** Retrieves examples by a method and answers from them. It has no `kind`, as in old projects. */
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

/** Returns a short description of an answerer. */
export function answererTitle(answerer: Answerer): string {
  if (answerer.kind === 'model') return modelName(answerer.model);
  return answerer.kind === 'first' ? 'first example' : 'most typical answer';
}

/** The model behind an agent's words; null without one. */
export function modelOf({ answerer }: AgentSpec): ModelAnswerer | null {
  return answerer?.kind === 'model' ? answerer : null;
}

/** A feature's agent with a model that reads or writes its words. */
export const withModel = (agent: FeatureAgent, answerer: ModelAnswerer): FeatureAgent => ({
  ...agent,
  title: `${agent.title} · ${modelName(answerer.model)}`,
  answerer,
});

/** True for an agent that answers only by its model. */
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

/** An agent's variable for people to view and, if allowed, change. */
export const variableSchema = z.object({
  name: z.string(),
  /** Heading of its group: "What is asked for", "main_1". */
  group: z.string(),
  label: z.string(),
  /** Null without a value. */
  value: z.string().nullable(),
  /** Type in a few words: "date", "one of 3". */
  type: z.string(),
  /** All possible values; empty if any is allowed. */
  choices: z.array(z.string()).readonly(),
  isFixed: z.boolean(),
});
export type AgentVariable = Readonly<z.output<typeof variableSchema>>;

/** The reasons for the answer of a feature's agent. */
export const groundsSchema = z.object({
  /** Position in the agent: a node, or the turn's acts. */
  at: z.string(),
  /** The agent's reading of the turn, one item per line. */
  understood: z.string(),
  /** The reader, if there is more than one: "small-model", "types, since …". */
  readBy: z.string().nullable().optional(),
  /** The steps that led to the answer, in their order. */
  steps: z.array(z.object({ what: z.string(), why: z.string() })).readonly(),
  /** Problems, as sentences. */
  notes: z.array(z.string()).readonly(),
});
export type AgentGrounds = Readonly<z.output<typeof groundsSchema>>;

/** Totals of the model requests for a turn. */
export interface AgentAccount {
  /** The messages exactly as sent. */
  readonly prompt: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** Null if unknown; 0 for cached answers. */
  readonly costUsd: number | null;
  /** True if all answers were cached. */
  readonly cached: boolean;
  /** A server failed. */
  readonly failed: boolean;
  /** The time that the requests waited in line before they were sent. */
  readonly waitedMs: number;
}

const NOTHING_ASKED: AgentAccount = {
  prompt: [],
  tokens: { input: 0, output: 0 },
  costUsd: 0,
  cached: true,
  failed: false,
  waitedMs: 0,
};

/** Returns the totals of several turns; null without a model. */
export function accountOfTurns(turns: readonly (AgentAccount | undefined)[]): AgentAccount | null {
  const asked = turns.filter((one) => one !== undefined);
  if (asked.length === 0) return null;
  return asked.reduce(
    (sum, { prompt, tokens, costUsd, cached, failed, waitedMs }) => ({
      prompt: [...sum.prompt, ...prompt],
      tokens: sum.tokens &&
        tokens && { input: sum.tokens.input + tokens.input, output: sum.tokens.output + tokens.output },
      costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
      cached: sum.cached && cached,
      failed: sum.failed || failed,
      waitedMs: sum.waitedMs + waitedMs,
    }),
    NOTHING_ASKED,
  );
}

export interface AgentReply<Why> {
  /** Null if the agent has no reply; `problem` is the reason, as a sentence. */
  readonly text: string | null;
  readonly problem: string | null;
  readonly why: Why;
  /** Absent if no model was used. */
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
  /** Returns its variables, if they can be viewed and changed. */
  variables?(state: State): readonly AgentVariable[];
  /** Processes a turn. The reply is null if none is due, as after an agent's turn. */
  step(
    state: State,
    turn: AgentTurn,
  ): Promise<{ readonly state: State; readonly reply: AgentReply<Why> | null }>;
}

/** Returns the reply to the last turn, with all model requests; null without a reply. */
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

/** The message to the user about a failed action, unless the designer wrote something else. */
export const NOT_DONE = 'This could not be done.';
