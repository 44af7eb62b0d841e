import { z } from 'zod';
import { method } from './base.ts';
import { modelAnswererSchema } from './generation.ts';
import { accountSchema, byRun, goOn, lastingRunSchema, runLimits, startedRunSchema } from './lasting-runs.ts';
import { promptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

/** The settings of a run that improves a slot's instruction: the number of annotated turns and the models. */
export const slotInstructionSettingsSchema = z.object({
  flow: z.string().min(1),
  slot: z.string().min(1),
  /** Words instructions. */
  writer: modelAnswererSchema,
  /** Fills the slot; null uses the model that writes the wording. */
  reader: modelAnswererSchema.nullable().default(null),
  /** Turns to create wordings from, five at a time, and turns to test them on. */
  training: z.int().min(5).max(500).default(20),
  heldOut: z.int().min(5).max(1000).default(50),
  seed: z.int().min(0).default(1),
  ...runLimits,
});
export type SlotInstructionSettings = z.infer<typeof slotInstructionSettingsSchema>;

export const improvedInstructionSchema = z.object({
  /** The original instruction, and the best one found. */
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

const runSchema = lastingRunSchema.extend({
  settings: slotInstructionSettingsSchema,
  account: accountSchema,
  /** Null while it has not ended. */
  improved: improvedInstructionSchema.nullable(),
});

/** A slot's instruction, which is its description, made better by a model on annotated turns (CoDial's Algorithm 3). */
export const slotInstructionsContract = {
  /** On how many turns it would go and how many requests it would send at most. Sends nothing. */
  estimate: method
    .input(slotInstructionSettingsSchema)
    .output(z.object({ turns: z.int(), training: z.int(), heldOut: z.int(), requests: z.int() })),
  start: method.input(slotInstructionSettingsSchema).output(startedRunSchema),
  goOn,
  /** Runs in every state, newest first. */
  runs: method.output(z.array(runSchema)),
  /** Gives the slot the best instruction of a run, as an edit. */
  apply: method.input(byRun.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  ...promptMethods,
};

declare module './base.ts' {
  interface Topics {
    readonly slotInstructions: true;
  }
}
