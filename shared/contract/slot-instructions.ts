import { z } from 'zod';
import { jobIdSchema, method, runIdSchema } from './base.ts';
import { elsewhereShape, limitsShape } from './batch.ts';
import { modelAnswererSchema } from './generation.ts';
import { jobReasonSchema, jobStateSchema, startedJobSchema } from './jobs.ts';
import { accountSchema, promptVersionsSchema } from './judging.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

/** What shapes a run that makes a slot's instruction better: on how many annotated turns, by which models. */
export const slotInstructionSettingsSchema = z.object({
  flow: z.string().min(1),
  slot: z.string().min(1),
  /** Words instructions. */
  writer: modelAnswererSchema,
  /** Fills the slot; null for the one that words. */
  reader: modelAnswererSchema.nullable().default(null),
  /** Turns that wordings are made from, five each, and turns that they are held against. */
  training: z.int().min(5).max(500).default(20),
  heldOut: z.int().min(5).max(1000).default(50),
  seed: z.int().min(0).default(1),
  budgetUsd: limitsShape.budgetUsd.default(null),
  budgetTokens: limitsShape.budgetTokens.default(null),
  concurrency: limitsShape.concurrency.default(2),
  ...elsewhereShape,
});
export type SlotInstructionSettings = z.infer<typeof slotInstructionSettingsSchema>;

export const improvedInstructionSchema = z.object({
  /** As it was, and the best one found. */
  was: z.string(),
  instruction: z.string(),
  /** Shares of held-out turns with the right value. */
  before: z.number(),
  after: z.number(),
  tried: z.array(z.object({ instruction: z.string(), score: z.number(), kept: z.boolean() })),
  training: z.int(),
  heldOut: z.int(),
});
export type ImprovedSlot = z.infer<typeof improvedInstructionSchema>;

const runSchema = z.object({
  run: runIdSchema,
  /** Which of its kind it is in this project, from 1: what people call it. */
  number: z.int(),
  job: jobIdSchema.nullable(),
  state: jobStateSchema,
  reason: jobReasonSchema.nullable(),
  settings: slotInstructionSettingsSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  seconds: z.number().nullable(),
  account: accountSchema,
  warnings: z.array(z.string()),
  /** Null while it has not ended. */
  improved: improvedInstructionSchema.nullable(),
});

const byRun = z.object({ run: runIdSchema });

/** A slot's instruction, which is its description, made better by a model on annotated turns (CoDial's Algorithm 3). */
export const slotInstructionsContract = {
  /** On how many turns it would go and how many requests it would send at most. Sends nothing. */
  estimate: method
    .input(slotInstructionSettingsSchema)
    .output(z.object({ turns: z.int(), training: z.int(), heldOut: z.int(), requests: z.int() })),
  start: method.input(slotInstructionSettingsSchema).output(startedJobSchema.extend({ run: runIdSchema })),
  /** Goes on with a paused run; limits that are given replace its own. */
  goOn: method
    .input(byRun.extend({ limits: z.object(limitsShape).partial().optional() }))
    .output(startedJobSchema),
  /** Runs in every state, newest first. */
  runs: method.output(z.array(runSchema)),
  /** Gives the slot the best instruction of a run, as an edit. */
  apply: method.input(byRun.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  prompt: method.output(promptVersionsSchema),
  /** Keeps a changed text as a new version; the same text changes nothing. */
  savePrompt: method
    .input(z.object({ text: z.string().trim().min(1).max(40_000) }))
    .output(promptVersionsSchema),
  /** Makes the shipped text the latest version again. */
  resetPrompt: method.output(promptVersionsSchema),
};

declare module './base.ts' {
  interface Topics {
    readonly slotInstructions: true;
  }
}
