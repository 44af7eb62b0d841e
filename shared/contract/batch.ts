import { z } from 'zod';
import { agentSchema, groundsSchema } from '../domain/agent.ts';
import { batchMeasuresSchema, estimateSchema, FIGURES, judgeCheckSchema } from '../domain/figures.ts';
import type { RunId } from '../domain/ids.ts';
import { dialogueIdSchema, exportTargetSchema, method, pageSchema, runIdSchema, seedSchema } from './base.ts';
import { pastRouteSchema } from './comparison.ts';
import { whereSchema } from './filters.ts';
import { answerSettingsSchema } from './generation.ts';
import {
  accountSchema,
  byRun,
  expectedShape,
  lastingRunSchema,
  runLimits,
  runMethods,
  tokensSchema,
} from './lasting-runs.ts';
import { messageSchema } from './prompts.ts';

export const batchSettingsSchema = z.object({
  run: runIdSchema.nullable().default(null).meta({ option: 'tags', word: 'TAGRUN' }),
  columns: z.array(agentSchema).min(1).max(24),
  answering: answerSettingsSchema.prefault({}),
  /** The number of turns or, with the unit `whole-dialogue`, dialogues; all held-out ones if there are fewer. */
  sample: z
    .int()
    .min(1)
    .max(10_000)
    .meta({ label: 'Turns', hint: 'Sampled from the test dialogues' })
    .default(100),
  seed: seedSchema,
  ...runLimits,
});
export type BatchSettings = z.infer<typeof batchSettingsSchema>;

/** The methods of a new comparison and of the first batch run. */
export const START_METHODS = ['dfa-rag', 'context-ranker', 'bm25-last', 'dense', 'random'] as const;

/** The figures that compare an answer's text with the true reply. */
export const TEXT_FIGURES = ['bleu', 'rouge1', 'rouge2', 'rougeL', 'embedding', 'bertScore'] as const;

export const textCheckSchema = judgeCheckSchema
  .pick({ pairs: true, right: true, ties: true })
  .extend({ figure: z.enum(TEXT_FIGURES) });
export type TextCheck = z.infer<typeof textCheckSchema>;

export const FIRST_TURNS = 40;

/** A small run that shows people a result after some seconds. */
export const firstBatch = (run: RunId | null): BatchSettings =>
  batchSettingsSchema.parse({
    run,
    columns: START_METHODS.map((method) => ({ method, answerer: { kind: 'consensus' } })),
    sample: FIRST_TURNS,
  });

export const batchColumnHeadSchema = z.object({
  key: z.string(),
  column: agentSchema,
  title: z.string(),
  /** The method used the labels that act F1 is measured with, which is an unfair advantage. */
  usesLabels: z.boolean(),
});
export type BatchColumnHead = z.infer<typeof batchColumnHeadSchema>;

const batchRunSchema = lastingRunSchema.extend({
  settings: batchSettingsSchema,
  columns: z.array(batchColumnHeadSchema),
  encoder: z.string(),
  tagger: z.string(),
  /** Requested turns or dialogues, and how many there were to sample from. */
  items: z.int(),
  heldOut: z.int(),
  /** Items times columns, without failed answers. */
  rows: z.int(),
  rowsInAll: z.int(),
  failed: z.int(),
  account: accountSchema.omit({ retries: true, tokens: true }),
});
export type BatchRun = z.infer<typeof batchRunSchema>;

export type BatchMeasures = z.infer<typeof batchMeasuresSchema>;

const cellSchema = z.object({
  answer: z.string(),
  measures: batchMeasuresSchema,
  costUsd: z.number().nullable(),
  latencyMs: z.number(),
  problem: z.string().nullable(),
});

export type BatchCell = z.infer<typeof cellSchema>;

const itemSchema = z.object({
  item: z.int(),
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  turns: z.int(),
  asked: z.string(),
  truth: z.string(),
});

const batchItemSchema = itemSchema.extend({
  cells: z.array(cellSchema.nullable()),
});
export type BatchItem = z.infer<typeof batchItemSchema>;

const sortedMeasureSchema = z.enum([
  'bleu',
  'rouge1',
  'rouge2',
  'rougeL',
  'actF1',
  'embedding',
  'bertScore',
  'words',
  'costUsd',
  'latencyMs',
]);
export type SortedMeasure = z.infer<typeof sortedMeasureSchema>;

const batchRowSchema = z.object({
  ...itemSchema.shape,
  key: z.string(),
  answers: z.array(z.object({ turn: z.int(), text: z.string().nullable(), truth: z.string() })),
  measures: batchMeasuresSchema,
  /** The turns found for each asked turn, best first. */
  examples: z.array(
    z.object({
      for: z.int(),
      dialogue: dialogueIdSchema,
      externalId: z.string(),
      turn: z.int(),
      userText: z.string(),
      text: z.string(),
      score: z.number(),
    }),
  ),
  /** The turns that the answers were copied from, if no model was used. */
  answeredFrom: z.array(
    z.object({ for: z.int(), dialogue: dialogueIdSchema, externalId: z.string(), turn: z.int() }),
  ),
  route: pastRouteSchema.nullable(),
  grounds: groundsSchema.nullable(),
  prompt: z.array(messageSchema).nullable(),
  promptVersion: z.int().nullable(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  cached: z.boolean(),
  latencyMs: z.number(),
  problem: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

const figuresSchema = z.record(z.enum(FIGURES), estimateSchema);

const batchColumnFiguresSchema = batchColumnHeadSchema.extend({
  rows: z.int(),
  turns: z.int(),
  figures: figuresSchema,
  distinct1: z.number().nullable(),
  distinct2: z.number().nullable(),
  latencyMedianMs: z.number().nullable(),
  latencyP95Ms: z.number().nullable(),
  tokens: tokensSchema.extend({ unknown: z.int() }),
  cost: z.object({ usd: z.number(), unknown: z.int() }),
  failures: z.int(),
  difference: figuresSchema.nullable(),
});

const batchSummarySchema = z.object({
  run: runIdSchema,
  items: z.int(),
  dialogues: z.int(),
  encoder: z.string(),
  bootstrap: z.object({ seed: z.int(), resamples: z.int(), level: z.number() }),
  /** Key of the baseline; null without one. */
  against: z.string().nullable(),
  columns: z.array(batchColumnFiguresSchema),
  /** The accuracy of the figures of the text as judges in this project. Empty if there were too few pairs to say. */
  checks: z.array(judgeCheckSchema.extend({ figure: z.enum(TEXT_FIGURES) })),
});
export type BatchSummary = z.infer<typeof batchSummarySchema>;

const batchEstimateSchema = z.object({
  items: z.int(),
  heldOut: z.int(),
  rows: z.int(),
  /** Columns that ask a model. All others, including agents that cannot report a cost, count as free. */
  models: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      requests: z.int(),
      drafted: z.int(),
      ...expectedShape,
    }),
  ),
  /** Cost of all columns; null if one has no price. */
  costUsd: z.object({ most: z.number(), likely: z.number() }).nullable(),
});
export type BatchEstimate = z.infer<typeof batchEstimateSchema>;

const differingRowSchema = itemSchema.extend({ left: cellSchema, right: cellSchema });
export type DifferingRow = z.infer<typeof differingRowSchema>;

const batchComparisonSchema = z.object({
  /** Items that both runs asked and answered in full. */
  shared: z.int(),
  dialogues: z.int(),
  leftOnly: z.int(),
  rightOnly: z.int(),
  differences: z.array(z.string()),
  pairs: z.array(
    z.object({
      left: batchColumnHeadSchema,
      right: batchColumnHeadSchema,
      figures: z.object({ left: figuresSchema, right: figuresSchema, difference: figuresSchema }),
      differing: z.int(),
    }),
  ),
  bootstrap: z.object({ seed: z.int(), resamples: z.int(), level: z.number() }),
});
export type BatchComparison = z.infer<typeof batchComparisonSchema>;

const againstShape = { against: z.string().min(1).nullable().default(null) };

export const batchFormatSchema = z.enum(['csv', 'jsonl', 'html', 'totals.csv', 'totals.json']);
export type BatchFormat = z.infer<typeof batchFormatSchema>;

export const batchContract = {
  ...runMethods(batchSettingsSchema, batchEstimateSchema, batchRunSchema),
  rows: method
    .input(
      pageSchema.extend({
        run: runIdSchema,
        filter: z.enum(['all', 'different', 'failed']).default('all'),
        /** Only rows whose highest and lowest column differ by at least this much. */
        apart: z
          .object({ by: sortedMeasureSchema, least: z.number().min(0) })
          .nullable()
          .default(null),
        sort: z
          .object({ column: z.string(), by: sortedMeasureSchema, descending: z.boolean() })
          .nullable()
          .default(null),
        query: z.string().max(500).default(''),
        where: whereSchema,
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(batchItemSchema) })),
  row: method.input(byRun.extend({ item: z.int().min(0), column: z.string() })).output(batchRowSchema),
  summary: method.input(byRun.extend({ ...againstShape, where: whereSchema })).output(batchSummarySchema),
  compare: method.input(z.object({ left: runIdSchema, right: runIdSchema })).output(batchComparisonSchema),
  /** Rows of two runs whose answers differ, by a pair of their columns. */
  differing: method
    .input(
      pageSchema.extend({
        left: runIdSchema,
        right: runIdSchema,
        leftColumn: z.string(),
        rightColumn: z.string(),
        /** Sorted by the left figure minus the right one. Without it, the order of the left run. */
        sort: z.object({ by: sortedMeasureSchema, descending: z.boolean() }).nullable().default(null),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(differingRowSchema) })),
  export: method
    .input(exportTargetSchema.extend({ ...byRun.shape, ...againstShape, to: batchFormatSchema }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
};
