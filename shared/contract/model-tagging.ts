import { z } from 'zod';
import { temperatureSchema } from '../domain/agent.ts';
import { dialogueIdSchema, method, pageSchema, roleSchema, runIdSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { byRun, goOn, lastingRunSchema, runLimits, startedRunSchema } from './lasting-runs.ts';
import { messageSchema, namedPromptMethods } from './prompts.ts';

/** `open`: the model makes up tags. `closed`: the model is offered the existing tags first. */
export const tagVariantSchema = z.enum(['open', 'closed']);
export type TagVariant = z.infer<typeof tagVariantSchema>;

export const promptNameSchema = z.enum(['tagging', 'tagging-closed']);
export type PromptName = z.infer<typeof promptNameSchema>;

export const modelTaggingSettingsSchema = z.object({
  provider: z.string().min(1).meta({ word: 'ID' }),
  model: z.string().trim().min(1).max(200).meta({ word: 'M' }),
  variant: tagVariantSchema.default('open'),
  /** The run whose tags are offered first in the closed variant. Null means the latest run. */
  vocabularyRun: runIdSchema.nullable().default(null),
  pilot: z.int().min(0).max(1000).meta({ label: 'Pilot dialogues' }).default(50),
  /** Chooses the dialogues of the pilot, and is sent to the server. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1),
  temperature: temperatureSchema,
  structured: z.boolean().default(false).meta({
    label: 'Answers as JSON',
    hint: 'Asks for JSON instead of lines, if the server supports it.',
  }),
  /** The most tokens per turn in an answer. Models that think aloud need many more. */
  tokensPerTurn: z.int().min(16).max(8000).meta({ label: 'Maximum tokens per turn' }).default(60),
  /** The longest dialogue for one request, in bytes; longer ones are sent in parts. */
  windowBytes: z.int().min(500).max(2_000_000).default(24_000),
  batchFiles: z.boolean().default(false).meta({
    label: 'Batch files after the pilot',
    hint: 'Answers arrive within a day, at half the price.',
  }),
  ...runLimits,
});
export type ModelTaggingSettings = z.infer<typeof modelTaggingSettingsSchema>;

const tokensSchema = z.object({
  /** An upper bound for every tokenizer that works on bytes. */
  most: z.int(),
  /** Four bytes per token or, after a pilot, the ratio measured there. */
  likely: z.int(),
});

const modelPriceSourceSchema = z.object({
  inputUsd: z.number(),
  outputUsd: z.number(),
  /** The source of the price: a person, the app's table, or a server on this machine, which costs nothing. */
  source: z.enum(['person', 'list', 'local']),
  asOf: z.string().nullable(),
});
export type ModelPriceSource = z.infer<typeof modelPriceSourceSchema>;

const tagEstimateSchema = z.object({
  dialogues: z.int(),
  inParts: z.int(),
  /** The exact number of first requests. Turns with an invalid answer are asked for once more. */
  requests: z.int(),
  /** Requests whose answers are cached. They cost nothing and are not in the figures. */
  cached: z.int(),
  /** Duplicate requests. They use the answer of the first one and are not in the figures. */
  alike: z.int(),
  input: tokensSchema,
  output: tokensSchema,
  price: modelPriceSourceSchema.nullable(),
  /** `most` assumes that every request has its longest answer and is sent twice. Null if no price is known. */
  costUsd: z.object({ most: z.number(), likely: z.number() }).nullable(),
  measured: z.boolean(),
});
export type TagEstimate = z.infer<typeof tagEstimateSchema>;

const tagPreviewSchema = z.object({
  dialogue: z.object({ id: dialogueIdSchema, externalId: z.string(), source: z.string() }),
  prompt: z.object({ name: promptNameSchema, version: z.int().nullable() }),
  messages: z.array(messageSchema),
  requests: z.int(),
  /** True if personal data is replaced before sending; and how many pieces were replaced here. */
  masked: z.boolean(),
  replaced: z.int(),
  input: tokensSchema,
  maxOutputTokens: z.int(),
  offeredTags: z.int(),
});
export type TagPreview = z.infer<typeof tagPreviewSchema>;

const modelRunSchema = lastingRunSchema.extend({
  provider: z.string(),
  model: z.string(),
  variant: tagVariantSchema,
  prompt: z.object({ name: promptNameSchema, version: z.int() }),
  masked: z.boolean(),
  settings: modelTaggingSettingsSchema,
});
export type ModelRun = z.infer<typeof modelRunSchema>;

const countSchema = z.object({ name: z.string(), count: z.int() });

const modelRunReportSchema = modelRunSchema.extend({
  dialogues: z.object({
    total: z.int(),
    done: z.int(),
    /** Tagged dialogues in which some turns were left for a person. */
    flagged: z.int(),
    /** Dialogues without an answer after all attempts. Continuing the run asks for them again. */
    failed: z.int(),
    pilot: z.int(),
  }),
  flaggedTurns: z.int(),
  flagReasons: z.array(countSchema),
  requests: z.int(),
  answered: z.int(),
  cached: z.int(),
  retries: z.int(),
  batched: z.int(),
  failures: z.array(z.object({ kind: z.string(), count: z.int(), message: z.string().nullable() })),
  inputTokens: z.int(),
  outputTokens: z.int(),
  price: modelPriceSourceSchema.nullable(),
  /** 0 if nothing was sent; null if no price is known. */
  costUsd: z.number().nullable(),
  /** The part of the cost that the server did not confirm, as an upper bound. */
  unconfirmedUsd: z.number(),
  /** The time of all single requests, also of failed ones. */
  askedMs: z.number(),
  latencyMedianMs: z.number().nullable(),
  latencyP95Ms: z.number().nullable(),
  /** The tags so far; null while there are too many to count quickly. */
  vocabulary: z.object({ size: z.int(), once: z.int(), top: z.array(countSchema) }).nullable(),
  batches: z.array(
    z.object({
      state: z.string(),
      requests: z.int(),
      submittedAt: z.string(),
      finishedAt: z.string().nullable(),
    }),
  ),
});
export type ModelRunReport = z.infer<typeof modelRunReportSchema>;

const taggedDialogueSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  source: z.string(),
  outcome: z.enum(['done', 'flagged', 'failed']).nullable(),
  turns: z.array(
    z.object({
      role: roleSchema,
      text: z.string(),
      tags: z.array(z.string()),
      flag: z.string().nullable(),
    }),
  ),
});
export type TaggedDialogue = z.infer<typeof taggedDialogueSchema>;

export const modelTaggingContract = {
  ...namedPromptMethods(promptNameSchema),
  preview: method
    .input(
      z.object({
        settings: modelTaggingSettingsSchema,
        /** Null shows the first dialogue of the pilot. */
        dialogue: dialogueIdSchema.nullable().default(null),
        promptText: z.string().max(40_000).nullable().default(null),
      }),
    )
    .output(tagPreviewSchema),
  estimate: method
    .input(z.object({ settings: modelTaggingSettingsSchema, run: runIdSchema.nullable().default(null) }))
    .output(tagEstimateSchema),
  start: method.input(z.object({ settings: modelTaggingSettingsSchema })).output(startedRunSchema),
  goOn,
  /** Ends a paused run with the tags so far. The other dialogues stay untagged. */
  finish: method.input(byRun).output(startedJobSchema),
  runs: method.output(z.array(modelRunSchema)),
  report: method.input(byRun).output(modelRunReportSchema),
  results: method
    .input(pageSchema.extend({ run: runIdSchema, which: z.enum(['pilot', 'flagged', 'failed']) }))
    .output(z.object({ total: z.int(), items: z.array(taggedDialogueSchema) })),
};
