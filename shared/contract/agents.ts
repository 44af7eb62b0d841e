import { z } from 'zod';
import { method } from './base.ts';
import { featureAgentSchema, groundsSchema } from './generation.ts';
import { tokensSchema } from './lasting-runs.ts';
import { messageSchema } from './prompts.ts';

const variableSchema = z.object({
  name: z.string(),
  group: z.string(),
  label: z.string(),
  value: z.string().nullable(),
  type: z.string(),
  choices: z.array(z.string()).readonly(),
  isFixed: z.boolean(),
});

const saidSchema = z.strictObject({ text: z.string().trim().min(1, 'Say something.').max(5000) });
const changedSchema = z.strictObject({
  change: z.strictObject({
    name: z.string().min(1).max(500),
    /** Null forgets it. */
    value: z.string().max(5000).nullable(),
  }),
});
/** What a person does in a talk: says something as the user, or puts another value in the place of a variable. */
const talkedSchema = z.union([saidSchema, changedSchema]);
export type Talked = z.infer<typeof talkedSchema>;

const talkSchema = z.object({
  turns: z.array(
    z.object({
      text: z.string().nullable(),
      /** Why it has nothing to say, as a sentence. */
      problem: z.string().nullable(),
      /** Where the answer comes from; see AgentGrounds. */
      why: groundsSchema,
      /** Names of variables that are others than before the turn. */
      changed: z.array(z.string()),
      /** What asking a model for it came to; null where none was asked. */
      asked: z
        .object({
          prompt: z.array(messageSchema),
          tokens: tokensSchema.nullable(),
          costUsd: z.number().nullable(),
          cached: z.boolean(),
          failed: z.boolean(),
        })
        .nullable(),
    }),
  ),
  /** As they are now. */
  variables: z.array(variableSchema),
});
export type Talk = z.infer<typeof talkSchema>;

/** Agents that features bring: flows and worksheets of the project, chosen and talked to without knowing which. */
export const agentsContract = {
  list: method.output(
    z.array(
      z.object({
        agent: featureAgentSchema,
        /** Why it cannot answer, as a sentence; null where it can. */
        problem: z.string().nullable(),
        /** It may be given a model as its answerer, which reads what is said. */
        takesModel: z.boolean().optional(),
      }),
    ),
  ),
  /** Talks to an agent from its beginning; keeps nothing. Whoever leaves the last turns out takes them back. */
  talk: method
    .input(z.object({ agent: featureAgentSchema, turns: z.array(talkedSchema).max(500) }))
    .output(talkSchema),
};
