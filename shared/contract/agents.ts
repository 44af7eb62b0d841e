import { z } from 'zod';
import { featureAgentSchema, groundsSchema, variableSchema } from '../domain/agent.ts';
import { method } from './base.ts';
import { tokensSchema } from './lasting-runs.ts';
import { messageSchema } from './prompts.ts';

const saidSchema = z.strictObject({ text: z.string().trim().min(1, 'Say something.').max(5000) });
const changedSchema = z.strictObject({
  change: z.strictObject({
    name: z.string().min(1).max(500),
    value: z.string().max(5000).nullable(),
  }),
});
/** One step of a person in a conversation: a message as the user, or a new value for a variable. */
const talkedSchema = z.union([saidSchema, changedSchema]);
export type TalkResult = z.infer<typeof talkedSchema>;

const talkSchema = z.object({
  turns: z.array(
    z.object({
      text: z.string().nullable(),
      problem: z.string().nullable(),
      why: groundsSchema,
      changed: z.array(z.string()),
      /** The model request behind the answer; null if no model was asked. */
      asked: z
        .object({
          prompt: z.array(messageSchema),
          tokens: tokensSchema.nullable(),
          costUsd: z.number().nullable(),
          /** Without the time in line; about 0 for answers from the cache. */
          latencyMs: z.number(),
          cached: z.boolean(),
          failed: z.boolean(),
        })
        .nullable(),
    }),
  ),
  variables: z.array(variableSchema),
});
export type Talk = z.infer<typeof talkSchema>;

export const agentsContract = {
  list: method.output(
    z.array(
      z.object({
        agent: featureAgentSchema,
        problem: z.string().nullable(),
        /** True if the agent can use a model as its answerer, which reads the messages. */
        takesModel: z.boolean().optional(),
      }),
    ),
  ),
  /**
   * Replays a conversation from its beginning. The backend keeps nothing, so a caller undoes turns by leaving them out.
   */
  talk: method
    .input(z.object({ agent: featureAgentSchema, turns: z.array(talkedSchema).max(500) }))
    .output(talkSchema),
};
