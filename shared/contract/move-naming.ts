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
import { messageSchema, promptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const namerSchema = modelAnswererSchema.omit({ kind: true, maxOutputTokens: true });

/** The settings of a naming run: which moves, how finely they are cut, and the model that names the clusters. */
export const moveNamingSettingsSchema = z.object({
  /** A run of moves; null means the newest. */
  moves: runIdSchema.nullable().default(null).meta({ option: 'run', word: 'TAGRUN' }),
  namer: namerSchema,
  /** The approximate number of clusters for the moves of both roles together. */
  clusters: z
    .int()
    .min(2)
    .max(500)
    .meta({ label: 'Fine clusters', hint: 'For both roles together', option: 'moves' })
    .default(120),
  /** Clusters per request. With 24, a small model gave all the same name, and they exceeded 4,096 tokens. */
  perRequest: z.int().min(1).max(50).default(8),
  promptVersion: z.int().min(1).nullable().default(null),
  seed: seedSchema,
  /** One role's requests run in sequence, so more than 2 make no difference. */
  ...runLimits,
});
export type MoveNamingSettings = z.infer<typeof moveNamingSettingsSchema>;

const clusterCountsSchema = z.array(
  z.object({
    role: roleSchema,
    cut: z.int(),
    /** Number of clusters to name. */
    asked: z.int(),
    /** Clusters whose move has a name from a person, which stays. */
    kept: z.int(),
  }),
);

const namingEstimateSchema = z.object({
  moves: runIdSchema,
  clusters: clusterCountsSchema,
  requests: z.int(),
  kept: z.int(),
  /** Upper bound: names of maximum length, and each answer requested twice. */
  ...expectedShape,
  /** The paper's method: one request for each. */
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
  /** The current names of these clusters, most turns first. */
  before: z.array(z.object({ name: z.string(), turns: z.int() })),
  name: z.string(),
  /** The source of the name: the model, an earlier person, or none, so the clusters keep their own. */
  by: z.enum(['model', 'person', 'none']),
  clusters: z.int(),
  /** Turns that have one of them first. */
  turns: z.int(),
  /** Central sentences of the largest clusters. */
  sentences: z.array(z.string()),
});
export type NamedMove = z.infer<typeof namedMoveSchema>;

/** Agreement of the named moves with a run in which a model tagged every dialogue. */
const besideSchema = z.object({
  run: runIdSchema,
  model: z.string(),
  dialogues: z.int(),
  account: accountSchema,
  /** Turns that both name. */
  turns: z.int(),
  /** The share with the same name in both, matched one to one; null if there are none. */
  same: z.number().nullable(),
  /** V-measure (normalized mutual information) of the names, without any matching. */
  vMeasure: z.number().nullable(),
});
export type NamingBeside = z.infer<typeof besideSchema>;

const namingReportSchema = z.object({
  run: runIdSchema,
  moves: runIdSchema,
  /** The resulting moves, most turns first within each role; empty until the run ends. */
  named: z.array(namedMoveSchema),
  now: z.int(),
  /** The names are already the current ones. */
  applied: z.boolean(),
  dialogues: z.int(),
  /** Null if no model tagged dialogue by dialogue. */
  beside: besideSchema.nullable(),
});
export type NamingReport = z.infer<typeof namingReportSchema>;

export const moveNamingContract = {
  ...runMethods(moveNamingSettingsSchema, namingEstimateSchema, namingRunSchema),
  /** Returns one request with the names known so far. Sends nothing. */
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
        /** Pieces of personal data that were replaced in it. */
        replaced: z.int(),
      }),
    ),
  /** Returns the new names, the current ones, and their agreement with a model's own tags. */
  report: method.input(byRun).output(namingReportSchema),
  /** Cuts the moves and names them by a run, as one edit. */
  apply: method.input(byRun.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  ...promptMethods,
};
