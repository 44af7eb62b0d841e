import { z } from 'zod';
import { modelAnswererSchema } from '../domain/agent.ts';
import { estimateSchema, judgeCheckSchema, shareEstimateSchema } from '../domain/figures.ts';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pageSchema,
  runIdSchema,
  seedSchema,
  sourceIdSchema,
} from './base.ts';
import { batchColumnHeadSchema } from './batch.ts';
import { answerUnitSchema } from './generation.ts';
import {
  accountSchema,
  byRun,
  expectedShape,
  lastingRunSchema,
  runLimits,
  runMethods,
  tokensSchema,
} from './lasting-runs.ts';
import { messageSchema, promptMethods } from './prompts.ts';

export const judgeSchema = modelAnswererSchema.omit({ kind: true }).extend({
  maxOutputTokens: z.int().min(1).max(32_000).default(300),
});
export type Judge = z.infer<typeof judgeSchema>;

const comparedColumnsSchema = z.discriminatedUnion('kind', [
  /** The default baseline is the column of its own model without examples, or the only such column. */
  z.object({ kind: z.literal('baseline'), baseline: z.string().nullable().default(null) }),
  /** Every two columns; the earlier column of the batch run is the baseline. */
  z.object({ kind: z.literal('every') }),
  z.object({
    kind: z.literal('listed'),
    pairs: z
      .array(z.object({ baseline: z.string(), column: z.string() }))
      .min(1)
      .max(300),
  }),
]);
export type ComparedColumns = z.infer<typeof comparedColumnsSchema>;

export const judgingSettingsSchema = z.object({
  batch: runIdSchema,
  judge: judgeSchema,
  compare: comparedColumnsSchema.default({ kind: 'baseline', baseline: null }),
  promptVersion: z.int().min(1).nullable().default(null),
  /** The number of the batch run's turns or dialogues; null means all. */
  sample: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .meta({ label: 'Turns', hint: 'Chosen from the sample of the run', empty: 'all' }),
  seed: seedSchema,
  /** The judge is first checked on this number of pairs with a known better answer; 0 skips the check. */
  check: z.int().min(0).max(200).default(20),
  ...runLimits,
});
export type JudgingSettings = z.infer<typeof judgingSettingsSchema>;

/** Two columns that are compared; `pair` is their number in the run, from 0. */
const pairHeadSchema = z.object({
  pair: z.int(),
  baseline: batchColumnHeadSchema,
  column: batchColumnHeadSchema,
});
export type JudgedPairHead = z.infer<typeof pairHeadSchema>;

/**
 * `flagged`: a verdict is missing after a retry, not counted.
 * `same`: equal apart from white space, a tie without a request.
 * `unanswered`: an answer or one of its turns is missing, not counted.
 */
const pairStateSchema = z.enum(['open', 'judged', 'flagged', 'same', 'unanswered']);
export type PairState = z.infer<typeof pairStateSchema>;

const pairCountsSchema = z.record(pairStateSchema, z.int());

const judgingRunSchema = lastingRunSchema.extend({
  settings: judgingSettingsSchema,
  check: judgeCheckSchema.nullable(),
  batchNumber: z.int(),
  unit: answerUnitSchema,
  pairs: z.array(pairHeadSchema),
  /** Turns or dialogues that were drawn from the batch run. */
  items: z.int(),
  pairsInAll: z.int(),
  counts: pairCountsSchema,
  /** Judged pairs whose two orders disagree. */
  inconsistent: z.int(),
  account: accountSchema,
});
export type JudgingRun = z.infer<typeof judgingRunSchema>;

const judgingEstimateSchema = z.object({
  pairs: z.array(pairHeadSchema),
  items: z.int(),
  /** The number of pairs to ask about, of equal pairs and of pairs without an answer. */
  counts: pairCountsSchema,
  check: z.int(),
  /** Two per pair. A verdict that cannot be read is requested once more in addition. */
  requests: z.int(),
  drafted: z.int(),
  kept: z.int(),
  ...expectedShape,
});
export type JudgingEstimate = z.infer<typeof judgingEstimateSchema>;

const judgementSchema = z.object({
  baselineFirst: z.boolean(),
  says: z.enum(['baseline', 'column', 'tie']).nullable(),
  /** The probabilities of the verdicts in this order; null if the server gives none. */
  weights: z.object({ baseline: z.number(), column: z.number(), tie: z.number() }).nullable(),
  reason: z.string().nullable(),
  problem: z.string().nullable(),
  answer: z.string().nullable(),
  asked: z.int(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  cached: z.boolean(),
  latencyMs: z.number(),
});
export type Judgement = z.infer<typeof judgementSchema>;

const pairOutcomeSchema = z.enum(['column', 'baseline', 'tie']);
export type PairOutcome = z.infer<typeof pairOutcomeSchema>;

const judgedPairSchema = z.object({
  item: z.int(),
  pair: z.int(),
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  asked: z.string(),
  turns: z.array(
    z.object({
      turn: z.int(),
      truth: z.string(),
      baseline: z.string().nullable(),
      column: z.string().nullable(),
    }),
  ),
  state: pairStateSchema,
  /**
   * The verdict that is likelier on average of both orders. Without their probabilities: the winner if both orders
   * agree, otherwise a tie. Null if the pair is not judged.
   */
  outcome: pairOutcomeSchema.nullable(),
  /** True if both orders give the same verdict; null if the pair is not judged. */
  consistent: z.boolean().nullable(),
  judgements: z.array(judgementSchema),
});
export type JudgedPair = z.infer<typeof judgedPairSchema>;

export const pairFilterSchema = z.enum([
  'all',
  'won',
  'lost',
  /** Judged as ties; equal answers have a filter of their own. */
  'ties',
  'inconsistent',
  'flagged',
  'same',
  'unanswered',
  'open',
]);
export type PairFilter = z.infer<typeof pairFilterSchema>;

export type ShareValue = z.infer<typeof shareEstimateSchema>;

const judgeAgreementSchema = z.object({
  /** Share of the same verdicts, ties included; "both bad" is a tie. */
  same: shareEstimateSchema,
  /** Cohen's κ of the verdicts that both decided; null if it is not defined. */
  kappa: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  decidedByBoth: z.int(),
  /** Votes on these columns and turns that are left out, because people saw other answers. */
  otherAnswers: z.int(),
});
export type JudgeAgreement = z.infer<typeof judgeAgreementSchema>;

const trustShape = {
  /** Share of the judged pairs with the same verdict in both orders. */
  consistent: shareEstimateSchema,
  /** Share of decided verdicts for the answer shown first; one half means that position does not matter. */
  forShownFirst: shareEstimateSchema,
  longerWon: shareEstimateSchema,
  agreement: judgeAgreementSchema,
};

const cutOffSchema = z.int();

const pairFiguresSchema = pairHeadSchema.extend({
  ...trustShape,
  counts: pairCountsSchema,
  wins: z.int(),
  ties: z.int(),
  losses: z.int(),
  /** (wins + half of the ties and equal answers) / all of these, 0 … 1, interval over dialogues. */
  rate: estimateSchema,
  /** Judged pairs, and pairs of equal answers. */
  counted: z.int(),
  cutOff: cutOffSchema,
  dialogues: z.int(),
  decided: shareEstimateSchema,
  /** The same figures from only one order, that of the published prompt, which shows the baseline first. */
  printed: z.object({ wins: z.int(), ties: z.int(), losses: z.int(), rate: estimateSchema }),
  characters: z.object({ baseline: z.number().nullable(), column: z.number().nullable() }),
  /** Fewer than 30 judged pairs. */
  few: z.boolean(),
});
export type PairFigures = z.infer<typeof pairFiguresSchema>;

const bootstrapSchema = z.object({ seed: z.int(), resamples: z.int(), level: z.number() });

const judgingSummarySchema = z.object({
  run: runIdSchema,
  pairs: z.array(pairFiguresSchema),
  all: z.object({ ...trustShape, counts: pairCountsSchema }),
  account: accountSchema,
  bootstrap: bootstrapSchema,
});
export type JudgingSummary = z.infer<typeof judgingSummarySchema>;

const winRateCellSchema = z.object({
  rate: estimateSchema,
  printed: estimateSchema,
  wins: z.int(),
  ties: z.int(),
  losses: z.int(),
  same: z.int(),
  counted: z.int(),
  cutOff: cutOffSchema,
  dialogues: z.int(),
  consistent: shareEstimateSchema,
  few: z.boolean(),
  runs: z.array(runIdSchema),
});
export type WinRateCell = z.infer<typeof winRateCellSchema>;

const winRateTableSchema = z.object({
  groups: z.array(
    z.object({
      judge: z.object({ provider: z.string(), model: z.string() }),
      unit: answerUnitSchema,
      baseline: batchColumnHeadSchema,
      methods: z.array(batchColumnHeadSchema),
      /** All sources together, then each. */
      rows: z.array(
        z.object({
          source: z.object({ id: sourceIdSchema, name: z.string() }).nullable(),
          cells: z.array(winRateCellSchema.nullable()),
        }),
      ),
      /** By method: the unweighted mean over its sources; null if there are fewer than two. */
      average: z.array(z.object({ rate: estimateSchema, sources: z.int() }).nullable()),
      settings: z.int(),
    }),
  ),
  bootstrap: bootstrapSchema,
});
export type WinRateTable = z.infer<typeof winRateTableSchema>;

export const judgingContract = {
  ...runMethods(judgingSettingsSchema, judgingEstimateSchema, judgingRunSchema),
  question: method
    .input(
      z.object({
        settings: judgingSettingsSchema,
        /** The item; null means the first pair that would be asked. */
        item: z.int().min(0).nullable().default(null),
        pair: z.int().min(0).default(0),
        baselineFirst: z.boolean().default(true),
      }),
    )
    .output(
      z.object({
        item: z.int(),
        pair: pairHeadSchema,
        messages: z.array(messageSchema),
        promptVersion: z.int(),
      }),
    ),
  runs: method
    .input(z.object({ batch: runIdSchema.nullable().default(null) }).prefault({}))
    .output(z.array(judgingRunSchema)),
  pairs: method
    .input(
      pageSchema.extend({
        run: runIdSchema,
        pair: z.int().min(0).nullable().default(null),
        filter: pairFilterSchema.default('all'),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(judgedPairSchema) })),
  summary: method.input(byRun).output(judgingSummarySchema),
  /** Win rates against the column without examples, by corpus (DFA-RAG, table 1). The newest run counts for each pair. */
  table: method.input(z.object({ seed: z.int().min(0).default(1) }).prefault({})).output(winRateTableSchema),
  export: method
    .input(exportTargetSchema.extend({ ...byRun.shape, to: z.enum(['csv', 'jsonl']) }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
  ...promptMethods,
};
