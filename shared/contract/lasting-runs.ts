import { z } from 'zod';
import { jobIdSchema, method, runIdSchema } from './base.ts';
import { jobReasonSchema, jobStateSchema, startedJobSchema } from './jobs.ts';

const limitsShape = {
  /** Null sets no limit. */
  budgetUsd: z.number().positive().max(1_000_000).nullable().meta({
    label: 'Budget, $',
    hint: 'The run pauses at this limit',
    empty: 'no limit',
    option: 'budget',
    word: 'USD',
  }),
  /** Input and output tokens together; null sets no limit. */
  budgetTokens: z.int().positive().nullable().meta({
    label: 'Budget, tokens',
    hint: 'Input and output together',
    empty: 'no limit',
  }),
};
export const limitsSchema = z.object(limitsShape);
export type RunLimits = z.infer<typeof limitsSchema>;

export const spendingLimits = {
  budgetUsd: limitsShape.budgetUsd.default(null),
  budgetTokens: limitsShape.budgetTokens.default(null),
};

export const runLimits = {
  ...spendingLimits,
  /** True if no server is asked: the prompts wait to be exported and answered elsewhere. */
  elsewhere: z.boolean().optional(),
};

export const tokensSchema = z.object({ input: z.int(), output: z.int() });

export const accountSchema = z.object({
  /** Attempts sent, answered or not. */
  requests: z.int(),
  cached: z.int(),
  retries: z.int(),
  tokens: tokensSchema,
  /** 0 if nothing was sent; null if no price is known. */
  costUsd: z.number().nullable(),
  /** The part of it that the server did not confirm: upper bounds. */
  unconfirmedUsd: z.number(),
});
export type RunAccount = z.infer<typeof accountSchema>;

export const expectedShape = {
  tokens: z.object({ most: z.int(), likely: z.int() }),
  /** Null if no price is known. */
  costUsd: z.object({ most: z.number(), likely: z.number() }).nullable(),
};

export const lastingRunSchema = z.object({
  run: runIdSchema,
  /** Number of the run within its kind, from 1, as shown to people. */
  number: z.int(),
  job: jobIdSchema.nullable(),
  state: jobStateSchema,
  reason: jobReasonSchema.nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  seconds: z.number().nullable(),
  warnings: z.array(z.string()),
});

export const byRun = z.object({ run: runIdSchema });

export const startedRunSchema = startedJobSchema.extend({ run: runIdSchema });

export const goOn = method
  .input(byRun.extend({ limits: limitsSchema.partial().optional() }))
  .output(startedJobSchema);

export const runMethods = <Settings extends z.ZodType, Estimate extends z.ZodType, Run extends z.ZodType>(
  settings: Settings,
  estimate: Estimate,
  run: Run,
) => ({
  estimate: method.input(settings).output(estimate),
  start: method.input(settings).output(startedRunSchema),
  goOn,
  runs: method.output(z.array(run)),
});
