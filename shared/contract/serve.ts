import { z } from 'zod';
import { apiKeySchema, method, runIdSchema } from './base.ts';
import { spendingLimits } from './lasting-runs.ts';
import { promptMethods } from './prompts.ts';

export const serveSettingsSchema = z.object({
  port: z.int().min(0).max(65_535).meta({ label: 'Port', hint: '0 means any free port.' }).default(0),
  /** The key that clients send; null generates one. */
  token: apiKeySchema
    .refine(
      (token) => token.length >= 20,
      'A token needs at least 20 characters, so that nobody can guess it.',
    )
    .nullable()
    .default(null),
  /** The method for requests that name no method: one of a comparison, `state` or `none`. */
  method: z.string().min(1).max(40).default('context-ranker'),
  examples: z.int().min(1).max(50).default(5),
  seed: z.int().min(0).default(1),
  automaton: runIdSchema.nullable().default(null).meta({ word: 'A' }),
  /** The model for requests that name none; null means the chat model of the first provider with consent. */
  answerer: z
    .object({ provider: z.string().min(1).max(100), model: z.string().min(1).max(300).nullable() })
    .nullable()
    .default(null),
  masking: z.boolean().default(true).meta({ option: 'unmasked-examples' }),
  maxOutputTokens: z.int().min(1).max(32_000).default(2048),
  ...spendingLimits,
  /** Number of clients that are served at once. The model's server has a queue of its own. */
  concurrency: z.int().min(1).max(64).default(4),
  waiting: z.int().min(0).max(1000).default(32),
  /** The longest time for a request, including waiting, in seconds. */
  seconds: z.int().min(1).max(3600).default(600),
});
export type ServeSettings = z.infer<typeof serveSettingsSchema>;

const servedSchema = z.object({
  address: z.string(),
  since: z.string(),
  method: z.string(),
  /** The model's name for clients; null if no provider has consent, so that only `/route` answers. */
  model: z.string().nullable(),
  requests: z.int(),
  failed: z.int(),
  running: z.int(),
  waiting: z.int(),
  tokens: z.int(),
  /** Null if a price is not known. */
  costUsd: z.number().nullable(),
});
export type ServeStatus = z.infer<typeof servedSchema>;

export const serveContract = {
  /**
   * Starts the server and returns the token, only once. Builds the retrieval index if needed.
   * Throws BUSY if the server is already running.
   */
  start: method
    .input(serveSettingsSchema)
    .output(z.object({ token: z.string(), models: z.array(z.string()), served: servedSchema })),
  status: method.output(servedSchema.nullable()),
  stop: method.output(servedSchema.nullable()),
  ...promptMethods,
};
