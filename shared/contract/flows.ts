import { z } from 'zod';
import { modelAnswererSchema } from '../domain/agent.ts';
import {
  flowCodeSchema,
  flowDraftSchema,
  flowProblemSchema,
  flowSchema,
  flowSourceSchema,
} from '../domain/flow.ts';
import {
  dialogueIdSchema,
  editIdSchema,
  exportTargetSchema,
  method,
  pathSchema,
  seedSchema,
} from './base.ts';
import { accountSchema, byRun, lastingRunSchema, runLimits, runMethods } from './lasting-runs.ts';
import { promptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const slotInstructionSettingsSchema = z.object({
  flow: z.string().min(1).meta({ word: 'F' }),
  slot: z.string().min(1).meta({ word: 'S' }),
  writer: modelAnswererSchema,
  reader: modelAnswererSchema.nullable().default(null),
  /** Turns to create wordings from, five at a time, and turns to test them on. */
  training: z.int().min(5).max(500).meta({ label: 'Turns to learn from' }).default(20),
  heldOut: z.int().min(5).max(1000).meta({ label: 'Turns to test on' }).default(50),
  seed: seedSchema,
  ...runLimits,
});
export type SlotInstructionSettings = z.infer<typeof slotInstructionSettingsSchema>;

export const improvedInstructionSchema = z.object({
  was: z.string(),
  instruction: z.string(),
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
  improved: improvedInstructionSchema.nullable(),
});
export type InstructionRun = z.infer<typeof runSchema>;

export const slotInstructionsContract = {
  ...runMethods(
    slotInstructionSettingsSchema,
    z.object({ turns: z.int(), training: z.int(), heldOut: z.int(), requests: z.int() }),
    runSchema,
  ),
  /** Gives the slot the best instruction of a run, as an edit. */
  apply: method.input(byRun.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  ...promptMethods,
};

const describedFlowSchema = z.object({
  name: z.string(),
  description: z.string(),
  nodes: z.int(),
  edges: z.int(),
  slots: z.array(z.string()),
  errors: z.int(),
  warnings: z.int(),
  /** The numbers of nodes as drafted, changed by a person since, and written or imported by a person. */
  origins: z.object({ drafted: z.int(), changed: z.int(), written: z.int() }),
});
export type DescribedFlow = z.infer<typeof describedFlowSchema>;

const flowNameSchema = z.string().trim().min(1, 'A flow needs a name.').max(200);
const whichSchema = z.object({ flow: flowNameSchema });

const exampleSchema = z.object({
  dialogueId: z.string(),
  at: z.int(),
  dialogue: dialogueIdSchema,
  turn: z.int(),
});

const placeSchema = z.object({ dialogue: dialogueIdSchema, externalId: z.string(), turn: z.int() });

const replayedStepSchema = z.object({
  node: z.string(),
  label: z.string(),
  predicted: z.int(),
  followed: z.int(),
  leftBy: z.int(),
  instead: z.array(z.object({ label: z.string().nullable(), count: z.int() })),
  examples: z.array(exampleSchema),
});

const replaySchema = z.object({
  flow: z.string(),
  /** The number of source dialogues: with only this task; if none, those that name it; if none, all. */
  dialogues: z.int(),
  turns: z.int(),
  labelled: z.int(),
  /** Labeled turns that the flow predicts correctly. */
  followed: z.int(),
  whole: z.int(),
  steps: z.array(replayedStepSchema),
  edges: z.array(z.object({ source: z.string(), target: z.string(), dialogues: z.int() })),
  /** Earlier versions that can be replayed, newest first, with the edit that changed each. At most 30, and the first. */
  versions: z.array(z.object({ edit: editIdSchema, next: z.string() })),
  before: z
    .object({
      edit: editIdSchema,
      followed: z.int(),
      whole: z.int(),
      steps: z.array(replayedStepSchema.pick({ node: true, label: true, predicted: true, followed: true })),
      /** The dialogues in which the flow predicts more turns now than then, and those in which it predicts fewer. */
      better: z.int(),
      worse: z.int(),
    })
    .nullable(),
  /** The replay in words: a summary, the change since the earlier version, and where dialogues deviate. */
  told: z.array(z.string()),
  seconds: z.number(),
});
export type FlowReplay = z.infer<typeof replaySchema>;

/** The agent's steps that most dialogues have, with a typical turn; null if a draft follows enough of them. */
const commonSchema = z
  .array(z.object({ label: z.string(), dialogues: z.int(), text: z.string() }))
  .nullable();

const pathsSchema = z.array(z.object({ labels: z.array(z.string()), dialogues: z.int() }));

export const flowsContract = {
  /**
   * Imports flows as one edit, and replaces flows of the same name.
   * Colang goes to `codeOf`, or to the flow named like its file or folder.
   */
  import: method
    .input(
      z.object({
        paths: z.array(pathSchema).min(1).max(1000),
        codeOf: flowNameSchema.nullable().default(null),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema.extend({ flows: z.array(describedFlowSchema) })),
  list: method.output(z.array(describedFlowSchema)),
  get: method.input(whichSchema).output(
    z.object({
      edit: editIdSchema,
      flow: flowSchema,
      draft: flowDraftSchema.nullable(),
      /** Colang by a model or a person, kept beside the compiled one. */
      code: flowCodeSchema.nullable(),
      before: flowSchema.nullable(),
    }),
  ),
  /** Saves as an edit; replaces the flow `was`, or adds one if null. Flows with errors are saved, too. */
  save: method
    .input(
      z.object({
        was: z.object({ name: z.string(), edit: editIdSchema }).nullable(),
        flow: flowSchema.extend({ name: flowNameSchema }),
        draft: flowDraftSchema.optional(),
        description: z.string().trim().min(1).max(500),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema),
  validate: method
    .input(whichSchema)
    .output(z.object({ name: z.string(), problems: z.array(flowProblemSchema) })),
  export: method
    .input(exportTargetSchema.extend(whichSchema.shape))
    .output(z.object({ path: z.string(), bytes: z.int() })),
  /** Stores Colang with a flow, even if it does not parse; null removes it. The original author stays. */
  saveCode: method
    .input(whichSchema.extend({ text: flowCodeSchema.shape.text.nullable(), reason: reasonSchema }))
    .output(editOutcomeSchema),
  /** Writes a NeMo Guardrails folder. Without a flow, all flows without errors become one guardrail. */
  compile: method
    .input(
      exportTargetSchema.extend({
        flow: flowNameSchema.nullable(),
        mode: z.enum(['structured', 'free']).default('structured'),
      }),
    )
    .output(z.object({ folder: z.string(), files: z.array(z.string()), warnings: z.int() })),
  remove: method.input(whichSchema.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  replay: method
    .input(whichSchema.extend({ since: editIdSchema.nullable().default(null) }))
    .output(replaySchema),
  dialogues: method
    .input(whichSchema.extend({ labels: z.array(z.string()).min(1).max(2) }))
    .output(z.object({ total: z.int(), places: z.array(placeSchema) })),
  /**
   * Drafts a flow and stores nothing. With `share` null, `common` lists shared steps if the draft follows too few
   * dialogues.
   */
  propose: method
    .input(z.object({ name: flowNameSchema, source: flowSourceSchema }))
    .output(z.object({ flow: flowSchema, draft: flowDraftSchema, common: commonSchema, paths: pathsSchema })),
  /** The prompt of the model that reads slots in a running flow. */
  slotPrompt: promptMethods.prompt,
  saveSlotPrompt: promptMethods.savePrompt,
  resetSlotPrompt: promptMethods.resetPrompt,
  draft: method
    .input(
      exportTargetSchema.extend({
        task: z.string().trim().min(1).max(200),
        share: flowSourceSchema.shape.share,
      }),
    )
    .output(
      z.object({
        path: z.string().nullable(),
        bytes: z.int(),
        dialogues: z.int(),
        /** The share of the dialogues that it follows beyond chance, up to 1. */
        followed: z.number(),
        common: commonSchema,
        paths: pathsSchema,
        nodes: z.array(z.object({ node: z.string(), dialogues: z.int(), examples: z.array(z.string()) })),
        edges: z.array(z.object({ source: z.string(), target: z.string(), dialogues: z.int() })),
      }),
    ),
};
