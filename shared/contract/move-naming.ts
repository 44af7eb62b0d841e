import { z } from 'zod';
import { modelAnswererSchema } from '../domain/agent.ts';
import { method, roleSchema, runIdSchema, seedSchema } from './base.ts';
import {
  accountSchema,
  byRun,
  expectedShape,
  lastingRunSchema,
  runLimits,
  runMethods,
} from './lasting-runs.ts';
import { messageSchema, namedPromptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const namerSchema = modelAnswererSchema.omit({ kind: true, maxOutputTokens: true });

/** The prompt for each kind of thing that a model can name. */
export const NAMING_PROMPTS = { moves: 'move-names', topics: 'topic-names' } as const;

/** The number of clusters decides how finely moves are cut. A topic is one cluster. */
export const moveNamingSettingsSchema = z.object({
  what: z.enum(['moves', 'topics']).default('moves'),
  /** The run that found the moves or topics; null for the latest. */
  moves: runIdSchema.nullable().default(null).meta({ option: 'run', word: 'TAGRUN' }),
  namer: namerSchema,
  /** The approximate number of clusters of both roles together. */
  clusters: z
    .int()
    .min(2)
    .max(500)
    .meta({ label: 'Fine clusters', hint: 'For both roles together', option: 'moves' })
    .default(120),
  /** Clusters per request. With 24, a small model gave all clusters the same name and needed more than 4,096 tokens. */
  perRequest: z.int().min(1).max(50).default(8),
  promptVersion: z.int().min(1).nullable().default(null),
  seed: seedSchema,
  /** The requests of one role run in sequence, so more than 2 make no difference. */
  ...runLimits,
});
export type MoveNamingSettings = z.infer<typeof moveNamingSettingsSchema>;

const clusterCountsSchema = z.array(
  z.object({
    role: roleSchema,
    cut: z.int(),
    asked: z.int(),
    /** Clusters of moves that a person named. They keep this name. */
    kept: z.int(),
  }),
);

const namingEstimateSchema = z.object({
  moves: runIdSchema,
  clusters: clusterCountsSchema,
  requests: z.int(),
  kept: z.int(),
  ...expectedShape,
  /** The number of requests by the paper's method, one per dialogue. */
  dialogues: z.int(),
});
export type NamingEstimate = z.infer<typeof namingEstimateSchema>;

const namingRunSchema = lastingRunSchema.extend({
  settings: moveNamingSettingsSchema,
  account: accountSchema,
});
export type NamingRun = z.infer<typeof namingRunSchema>;

const namedMoveSchema = z.object({
  role: roleSchema,
  before: z.array(z.object({ name: z.string(), turns: z.int() })),
  name: z.string(),
  by: z.enum(['model', 'person', 'none']),
  clusters: z.int(),
  /** Turns of a move, or dialogues of a topic. `before` counts the same. */
  turns: z.int(),
  sentences: z.array(z.string()),
});
export type NamedMove = z.infer<typeof namedMoveSchema>;

/** Agreement of the named moves with a run in which a model tagged every dialogue. */
const besideSchema = z.object({
  run: runIdSchema,
  model: z.string(),
  dialogues: z.int(),
  account: accountSchema,
  turns: z.int(),
  /** The share of turns with the same name in both, with names matched one to one. Null if there are no such turns. */
  same: z.number().nullable(),
  vMeasure: z.number().nullable(),
});
export type NamingBeside = z.infer<typeof besideSchema>;

const namingReportSchema = z.object({
  run: runIdSchema,
  moves: runIdSchema,
  named: z.array(namedMoveSchema),
  now: z.int(),
  /** True if the names are already the current ones. */
  applied: z.boolean(),
  dialogues: z.int(),
  /** Null if there is no run in which a model tagged every dialogue. */
  beside: besideSchema.nullable(),
});
export type NamingReport = z.infer<typeof namingReportSchema>;

export const moveNamingContract = {
  ...runMethods(moveNamingSettingsSchema, namingEstimateSchema, namingRunSchema),
  preview: method
    .input(z.object({ settings: moveNamingSettingsSchema, request: z.int().min(0).default(0) }))
    .output(
      z.object({
        request: z.int(),
        requests: z.int(),
        role: roleSchema,
        clusters: z.int(),
        messages: z.array(messageSchema),
        promptVersion: z.int(),
        masked: z.boolean(),
        /** Pieces of personal data that were replaced in this request. */
        replaced: z.int(),
      }),
    ),
  report: method.input(byRun).output(namingReportSchema),
  apply: method.input(byRun.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  ...namedPromptMethods(z.enum(NAMING_PROMPTS)),
};
