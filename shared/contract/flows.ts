import { z } from 'zod';
import {
  dialogueIdSchema,
  editIdSchema,
  exportTargetSchema,
  method,
  pathSchema,
  seedSchema,
} from './base.ts';
import { flowCodeSchema, flowDraftSchema, flowSchema, flowSourceSchema } from './flow-file.ts';
import { modelAnswererSchema } from './generation.ts';
import { accountSchema, byRun, goOn, lastingRunSchema, runLimits, startedRunSchema } from './lasting-runs.ts';
import { promptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

/** The settings of a run that improves a slot's instruction: the number of annotated turns and the models. */
export const slotInstructionSettingsSchema = z.object({
  flow: z.string().min(1).meta({ word: 'F' }),
  slot: z.string().min(1).meta({ word: 'S' }),
  /** Words instructions. */
  writer: modelAnswererSchema,
  /** Fills the slot; null uses the model that writes the wording. */
  reader: modelAnswererSchema.nullable().default(null),
  /** Turns to create wordings from, five at a time, and turns to test them on. */
  training: z.int().min(5).max(500).meta({ label: 'Turns to learn from' }).default(20),
  heldOut: z.int().min(5).max(1000).meta({ label: 'Turns to test on' }).default(50),
  seed: seedSchema,
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

const problemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  kind: z.string(),
  node: z.string().nullable(),
  value: z.string(),
  message: z.string(),
  nextStep: z.string(),
});

const flowNameSchema = z.string().trim().min(1, 'A flow needs a name.').max(200);
const whichSchema = z.object({ flow: flowNameSchema });

const exampleSchema = z.object({
  dialogueId: z.string(),
  turn: z.int(),
  /** The place in the project. */
  dialogue: dialogueIdSchema,
  round: z.int(),
});

const placeSchema = z.object({ dialogue: dialogueIdSchema, externalId: z.string(), round: z.int() });

const replayedStepSchema = z.object({
  /** The node, or the action outside the nodes. */
  node: z.string(),
  label: z.string(),
  /** Counts of the flow's predictions of this step, of those followed, and of the dialogues that left here. */
  predicted: z.int(),
  followed: z.int(),
  leftBy: z.int(),
  /** The labels that came instead, most frequent first; null means turns without a label. */
  instead: z.array(z.object({ label: z.string().nullable(), count: z.int() })),
  examples: z.array(exampleSchema),
});

const replaySchema = z.object({
  flow: z.string(),
  /**
   * The dialogues that it was drafted from; otherwise those with only its task, otherwise those that name it,
   * otherwise all.
   */
  dialogues: z.int(),
  turns: z.int(),
  labelled: z.int(),
  /** Labeled turns at which the flow would have done the same. */
  followed: z.int(),
  /** Dialogues in which every labeled turn went by the flow. */
  whole: z.int(),
  steps: z.array(replayedStepSchema),
  /** Edges that were gone, and in how many dialogues. */
  edges: z.array(z.object({ source: z.string(), target: z.string(), dialogues: z.int() })),
  /** Earlier versions that can be replayed, newest first, with the edit that changed each. At most 30, and the first. */
  versions: z.array(z.object({ edit: editIdSchema, next: z.string() })),
  /** One of them, replayed over the same dialogues; null if there is none. */
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
  seconds: z.number(),
});
export type FlowReplay = z.infer<typeof replaySchema>;

/** The agent's steps that most dialogues have, with a typical turn; null if a draft follows enough of them. */
const commonSchema = z
  .array(z.object({ label: z.string(), dialogues: z.int(), text: z.string() }))
  .nullable();

/** The paths that most dialogues take as a whole; empty if a draft follows enough of them. */
const pathsSchema = z.array(z.object({ labels: z.array(z.string()), dialogues: z.int() }));

/** Flows: how a conversation should go. They are kept in the project, checked, compiled and compared with history. */
export const flowsContract = {
  /**
   * Takes flows from files, ours, the paper's or tasks of STAR, as one edit, replacing flows with the same
   * name. A file of Colang is kept beside the flow that `codeOf` names, else the one called like the file or,
   * for main.co, its folder.
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
  /** One whole flow, its drafted part, and its previous version. */
  get: method.input(whichSchema).output(
    z.object({
      edit: editIdSchema,
      flow: flowSchema,
      draft: flowDraftSchema.nullable(),
      /** Colang that a model or a person wrote for it, besides the compiled one. */
      code: flowCodeSchema.nullable(),
      before: flowSchema.nullable(),
    }),
  ),
  /** Puts a flow under its name, as an edit, in place of the one that `was` there; null adds it. Errors in it are kept. */
  save: method
    .input(
      z.object({
        was: z.object({ name: z.string(), edit: editIdSchema }).nullable(),
        flow: flowSchema.extend({ name: flowNameSchema }),
        /** The drafted part of the flow. If left out, the existing draft stays. */
        draft: flowDraftSchema.optional(),
        /** The change, described for the history. */
        description: z.string().trim().min(1).max(500),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema),
  validate: method
    .input(whichSchema)
    .output(z.object({ name: z.string(), problems: z.array(problemSchema) })),
  export: method
    .input(exportTargetSchema.extend(whichSchema.shape))
    .output(z.object({ path: z.string(), bytes: z.int() })),
  /** Stores Colang with a flow, even if it does not parse; null removes it. The original author is kept. */
  saveCode: method
    .input(whichSchema.extend({ text: flowCodeSchema.shape.text.nullable(), reason: reasonSchema }))
    .output(editOutcomeSchema),
  /**
   * Writes the folder that NeMo Guardrails runs: compiled from a flow, or with the Colang stored with it. Without a flow,
   * all flows without errors become one guardrail.
   */
  compile: method
    .input(
      exportTargetSchema.extend({
        flow: flowNameSchema.nullable(),
        mode: z.enum(['structured', 'free']).default('structured'),
      }),
    )
    .output(z.object({ folder: z.string(), files: z.array(z.string()), warnings: z.int() })),
  /** Removes a flow, as an edit. */
  remove: method.input(whichSchema.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  /** Compares past dialogues with a flow, and with an earlier version of it: as the edit `since` left it, else the first. */
  replay: method
    .input(whichSchema.extend({ since: editIdSchema.nullable().default(null) }))
    .output(replaySchema),
  /** The dialogues of the replay that make a move, or one move and later another, with the turn of the last one. */
  dialogues: method
    .input(whichSchema.extend({ labels: z.array(z.string()).min(1).max(2) }))
    .output(z.object({ total: z.int(), places: z.array(placeSchema) })),
  /**
   * A flow drafted from dialogues, with the evidence for each part. Nothing is stored until it is saved. Without a share,
   * it has to follow enough of its dialogues; if it does not, `common` says what they have in common instead.
   */
  propose: method
    .input(z.object({ name: flowNameSchema, source: flowSourceSchema }))
    .output(z.object({ flow: flowSchema, draft: flowDraftSchema, common: commonSchema, paths: pathsSchema })),
  /** The prompt of the model that reads slots in a running flow. */
  slotPrompt: promptMethods.prompt,
  saveSlotPrompt: promptMethods.savePrompt,
  resetSlotPrompt: promptMethods.resetPrompt,
  /** Writes a flow as the dialogues of a task or a domain go, with how many dialogues each part of it stands on. */
  draft: method
    .input(
      exportTargetSchema.extend({
        task: z.string().trim().min(1).max(200),
        share: flowSourceSchema.shape.share,
      }),
    )
    .output(
      z.object({
        /** Null if the dialogues have no common flow, so that nothing was written. */
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
