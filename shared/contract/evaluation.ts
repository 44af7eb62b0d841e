import { z } from 'zod';
import {
  bestDifferenceSchema,
  type estimateSchema,
  evaluatedMethodSchema,
  methodDifferenceSchema,
} from '../domain/figures.ts';
import { exportTargetSchema, method, runIdSchema, seedSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { taggerSchema } from './tagging.ts';

export const heldOutShareSchema = z
  .number()
  .gt(0)
  .max(0.9)
  .meta({
    label: 'Test dialogues',
    hint: 'No method learns from these dialogues. They are chosen by id.',
    percent: true,
  })
  .default(0.1);

/** Dialogues of the open project. Those with a hashed id below the share are test dialogues. */
const evaluationFromSchema = z.object({
  kind: z.literal('project'),
  heldOutShare: heldOutShareSchema,
});

/** The source of tags: the files' annotations, the offline tagger fitted on training dialogues, or a tagging run. */
export const evaluatedTaggerSchema = z.enum(['annotations', 'offline', 'run']);

/** The number of first dialogues to use; null means all. */
const firstSchema = z.int().min(1).nullable().default(null);

export const evaluationInputSchema = z.object({
  from: evaluationFromSchema.default({ kind: 'project', heldOutShare: 0.1 }),
  tagger: evaluatedTaggerSchema.default('offline'),
  run: runIdSchema.nullable().default(null),
  /** Names as `comparison.methods` lists them; "all" is every one. */
  methods: z.array(z.string().min(1).max(40)).min(1).max(50).default(['all']),
  examples: z.int().min(1).max(50).default(5),
  seed: seedSchema,
  limit: firstSchema.meta({ label: 'Test at most', hint: 'dialogues', empty: 'all' }),
  trainLimit: firstSchema.meta({ label: 'Learn from at most', hint: 'dialogues', empty: 'all' }),
  textOnly: z.boolean().default(false).meta({ label: 'Text only', hint: 'Leaves out act F1.' }),
});
export type EvaluationInput = z.infer<typeof evaluationInputSchema>;

const sideSchema = z.object({
  dialogues: z.int(),
  allTurns: z.int(),
  turns: z.int(),
  /** Records of the file that could not be read. */
  rejected: z.int(),
  actLabels: z.int(),
});

export type EstimateValue = z.infer<typeof estimateSchema>;
export type EvaluatedMethodFigures = z.infer<typeof evaluatedMethodSchema>;

export const evaluationResultSchema = z.object({
  settings: z.object({
    from: evaluationFromSchema,
    tagger: taggerSchema,
    run: runIdSchema.nullable().default(null),
    methods: z.array(z.string()),
    examples: z.int(),
    seed: z.int(),
    limit: z.int().nullable(),
    trainLimit: z.int().nullable(),
    textOnly: z.boolean(),
    answerPool: z.int(),
    /** The method that held out dialogues, as text; null if the files have both parts. */
    heldOutBy: z.string().nullable(),
  }),
  corpus: z.object({
    train: sideSchema,
    test: sideSchema,
    /** Share of the acts in the test dialogues whose label also occurs in training, 0 … 1; null without acts. */
    actLabelsShared: z.number().nullable(),
  }),
  queries: z.int(),
  queriesWithActs: z.int(),
  dialogues: z.int(),
  examples: z.int(),
  bootstrap: z.object({ seed: z.int(), resamples: z.int(), level: z.number() }),
  methods: z.array(evaluatedMethodSchema),
  differences: z.array(methodDifferenceSchema),
  best: z.array(bestDifferenceSchema),
  warnings: z.array(z.string()),
  seconds: z.number(),
  stages: z.array(z.object({ name: z.string(), seconds: z.number() })),
  peakMb: z.number(),
});
export type EvaluationResult = z.infer<typeof evaluationResultSchema>;

const evaluationSummarySchema = z.object({
  id: runIdSchema,
  createdAt: z.string(),
  settings: evaluationResultSchema.shape.settings,
  queries: z.int(),
  best: evaluationResultSchema.shape.best,
  seconds: z.number(),
  stale: z.boolean(),
});
export type EvaluationSummary = z.infer<typeof evaluationSummarySchema>;

const runInput = z.object({ run: runIdSchema });

export const evaluationContract = {
  start: method.input(evaluationInputSchema).output(startedJobSchema),
  list: method.output(z.array(evaluationSummarySchema)),
  get: method.input(runInput).output(evaluationSummarySchema.extend({ result: evaluationResultSchema })),
  export: method
    .input(exportTargetSchema.extend({ ...runInput.shape, to: z.enum(['csv', 'json']) }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
};
