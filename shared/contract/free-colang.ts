import { z } from 'zod';
import { modelAnswererSchema } from '../domain/agent.ts';
import { method, runIdSchema, seedSchema } from './base.ts';
import {
  accountSchema,
  byRun,
  expectedShape,
  lastingRunSchema,
  runLimits,
  runMethods,
} from './lasting-runs.ts';
import { namedPromptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const FREE_PROMPTS = [
  'colang-write',
  'colang-refine-conditions',
  'colang-refine-resets',
  'colang-refine-requests',
] as const;
const promptNameSchema = z.enum(FREE_PROMPTS);
export type FreePrompt = z.infer<typeof promptNameSchema>;

export const writerSchema = modelAnswererSchema
  .omit({ kind: true })
  .extend({ maxOutputTokens: z.int().min(256).max(32_000).default(8_000) });

export const freeColangSettingsSchema = z.object({
  flows: z.array(z.string().min(1)).min(1).max(1000).nullable().default(null),
  writer: writerSchema,
  /** Programs of each flow, with a seed each; the paper writes four. */
  trials: z
    .int()
    .min(1)
    .max(20)
    .meta({
      label: 'Programs per flow',
      hint: 'Several programs show how often the model writes valid ones',
    })
    .default(1),
  refine: z.boolean().default(true).meta({ label: 'Refine each program in three steps' }),
  /** Versions of the prompts in their order; null is the newest of each. */
  prompts: z.array(z.int().min(1)).length(FREE_PROMPTS.length).nullable().default(null),
  seed: seedSchema,
  ...runLimits,
});
export type FreeColangSettings = z.infer<typeof freeColangSettingsSchema>;

const countsSchema = z.object({
  programs: z.int(),
  /** Programs that parsed at once, after one retry, after two, and never. */
  first: z.int(),
  afterOne: z.int(),
  afterTwo: z.int(),
  failed: z.int(),
  /** Shares of a flow's programs that parsed at once, as in the paper's Table 8; null without any. */
  byFlow: z.object({ least: z.number(), most: z.number(), mean: z.number() }).nullable(),
});

const freeRunSchema = lastingRunSchema.extend({
  settings: freeColangSettingsSchema,
  account: accountSchema,
});
export type FreeRun = z.infer<typeof freeRunSchema>;

export const freeProgramSchema = z.object({
  flow: z.string(),
  trial: z.int(),
  code: z.string().nullable(),
  valid: z.boolean(),
  /** The number of answers until the program parsed. */
  answers: z.int(),
  problem: z.object({ line: z.int(), column: z.int(), message: z.string(), nextStep: z.string() }).nullable(),
  /** By instruction, in order: true if its result replaced the program before. */
  refined: z.array(z.object({ name: z.string(), answers: z.int(), kept: z.boolean() })),
});
export type FreeProgram = z.infer<typeof freeProgramSchema>;

export const freeColangContract = {
  ...runMethods(
    freeColangSettingsSchema,
    z.object({
      programs: z.int(),
      /** `least`: every program parses on the first try. `most`: each answer is requested two more times. */
      requests: z.object({ least: z.int(), most: z.int() }),
      ...expectedShape,
    }),
    freeRunSchema,
  ),
  report: method
    .input(byRun)
    .output(z.object({ run: runIdSchema, counts: countsSchema, programs: z.array(freeProgramSchema) })),
  /** Stores a program with its flow, as an edit; by default the first program that parses. */
  apply: method
    .input(byRun.extend({ flow: z.string(), trial: z.int().nullable().default(null), reason: reasonSchema }))
    .output(editOutcomeSchema),
  ...namedPromptMethods(promptNameSchema),
};
