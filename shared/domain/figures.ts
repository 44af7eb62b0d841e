import { z } from 'zod';

export const estimateSchema = z.object({
  estimate: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Estimate = Readonly<z.output<typeof estimateSchema>>;

export const FIGURES = [
  'corpusBleu',
  'bleu',
  'rouge1',
  'rouge2',
  'rougeL',
  'actF1',
  'examplesF1',
  'embedding',
  'bertScore',
  'words',
  'characters',
  'latencyMs',
  'costUsd',
  'failures',
] as const;
export type Figure = (typeof FIGURES)[number];

/** True if the interval of a difference does not contain 0, so that the difference is more than chance. */
export function isClear({ lower, upper }: Pick<Estimate, 'lower' | 'upper'>): boolean {
  return lower !== null && upper !== null && (lower > 0 || upper < 0);
}

/** A share of counted cases with Wilson's 95 % interval, 0 … 1. */
export const shareEstimateSchema = z.object({
  successes: z.int(),
  trials: z.int(),
  share: z.number().nullable(),
  low: z.number(),
  high: z.number(),
});
export type ShareEstimate = Readonly<z.output<typeof shareEstimateSchema>>;

/** The accuracy of a judge on pairs of answers whose better one is known. */
export const judgeCheckSchema = z.object({
  pairs: z.int(),
  right: z.int(),
  ties: z.int(),
  /** Right plus half of the ties, by Wilson's interval; 0 … 1. */
  accuracy: z.number(),
  low: z.number(),
  high: z.number(),
  passed: z.boolean(),
});
export type JudgeCheck = Readonly<z.output<typeof judgeCheckSchema>>;

export const tagQualitySchema = z.object({
  turns: shareEstimateSchema,
  precision: shareEstimateSchema,
  recall: shareEstimateSchema,
});
export type TagQuality = Readonly<z.output<typeof tagQualitySchema>>;

export const kappaSchema = z.object({
  /** Share of items on which they agree, 0 … 1; null if there are none. */
  agreement: z.number().nullable(),
  /** Agreement expected by chance, from how often each side says yes; null without items. */
  expected: z.number().nullable(),
  /** Cohen's κ, −1 … 1; null if chance alone gives full agreement, because κ is then 0 / 0. */
  kappa: z.number().nullable(),
  /** Large-sample 95 % interval of κ, cut to −1 … 1. Null without spread, where the formula would give a single point. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
export type Kappa = Readonly<z.output<typeof kappaSchema>>;

export const standingSchema = z.object({
  /** Natural logarithm of its strength; 0 is the average. */
  strength: z.number(),
  rank: z.int(),
  /** Intervals of strength and rank. Null with votes on fewer than two items, or if all resamples are equal. */
  interval: z
    .object({ lower: z.number(), upper: z.number(), bestRank: z.int(), worstRank: z.int() })
    .nullable(),
  items: z.int(),
  /** Mean probability of being preferred to each other method, 0 … 1; null if there is none. */
  preferred: z.number().nullable(),
  votes: z.int(),
  wins: z.int(),
  ties: z.int(),
  losses: z.int(),
  /** Fewer than 30 votes. */
  few: z.boolean(),
});
export type Standing = Readonly<z.output<typeof standingSchema>>;

export const leadSchema = z.object({
  /** Chance of being preferred, 0.5 … 1. */
  chance: z.number(),
  /** Interval of the probability, 0 … 1; null if one of the methods has none. */
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});
export type Lead = Readonly<z.output<typeof leadSchema>>;

export const batchMeasuresSchema = z.object({
  bleu: z.number(),
  rouge1: z.number(),
  rouge2: z.number(),
  rougeL: z.number(),
  /** Mean over `actTurns`; null if no turn has known acts on both sides. */
  actF1: z.number().nullable(),
  /** Mean F1 of the acts of all requested examples over `exampleTurns`; null for a model's answer. */
  examplesF1: z.number().nullable().default(null),
  embedding: z.number().nullable(),
  /** Null without an encoder that has a vector per token. */
  bertScore: z.number().nullable().default(null),
  words: z.number(),
  characters: z.number(),
});

/** Measures of an answer, or means over a dialogue: BLEU, ROUGE, act F1 0 … 100, similarity −1 … 1; missing counts 0. */
export const answerMeasuresSchema = batchMeasuresSchema.extend({
  turns: z.int(),
  actTurns: z.int(),
  exampleTurns: z.int().default(0),
  embeddingTurns: z.int(),
  bertScoreTurns: z.int().default(0),
});
export type AnswerMeasures = Readonly<z.output<typeof answerMeasuresSchema>>;

/** `context`: the context automaton; `paper`: the paper's; `baseline`: for comparison. */
export const methodKindSchema = z.enum(['baseline', 'paper', 'context']);
export type MethodKind = z.output<typeof methodKindSchema>;

export const learningReportSchema = z.object({
  states: z.int(),
  statesBeforeMerging: z.int(),
  /** States after the accepted merges, before the closure: the further merges that determinism forces. */
  statesBeforeClosure: z.int(),
  transitions: z.int(),
  /** Pairs of one role with φ > λ. */
  candidates: z.int(),
  accepted: z.int(),
  /** Further unions that determinism forced. */
  forced: z.int(),
  /** Share of (dialogue, turn) visits at the most visited state, without q₀; 0 … 1. */
  largestStateShare: z.number(),
});
export type LearningReport = Readonly<z.output<typeof learningReportSchema>>;

export const policyReachSchema = z.object({
  /**
   * Whole dialogues (`literal`, `greedy`, `resume`), each answer's history (`context`), drawn transitions (`overview`).
   */
  policy: z.enum(['literal', 'greedy', 'resume', 'context', 'overview']),
  routes: z.int(),
  /** Routes in which every tag of every turn had a transition. */
  routesToEnd: z.int(),
  turns: z.int(),
  /** Turns whose tags all had a transition, up to the end of the route. */
  turnsFollowed: z.int(),
  /** Share of turns followed, `turnsFollowed` / `turns`; 1 if there are no turns. */
  shareOfTurns: z.number(),
  /** Routes that stopped because their state has no transition for a tag. */
  stoppedAtNoTransition: z.int(),
  /** Routes that stopped at a tag that no training dialogue has for this role. */
  stoppedAtUnknownTag: z.int(),
  stopsByTurn: z.array(z.int()),
  /** Routes whose last state has fewer than five examples. */
  endedInSmallState: z.int(),
  /** For an overview and merged states: followed turns with a name, where families of tags count half; otherwise 0. */
  turnsNamed: z.number().default(0),
  /** The increase of the share over shuffled tags, -1 … 1, for an overview and merged states. */
  beyondChance: estimateSchema.nullable().default(null),
});
export type PolicyReach = Readonly<z.output<typeof policyReachSchema>>;

export const settingFiguresSchema = z.object({
  states: z.int(),
  transitions: z.int(),
  /** Share of visits at the largest state, 0 … 1. */
  largest: z.number(),
  /** Share of the turns of tagged roles that reach a named state, 0 … 1; null if there are none. */
  named: z.number().nullable(),
  /** Share of turns followed, by drawn transitions (overview), greedy routing (tree), or the context automaton. */
  followed: z.number(),
  /** The increase over the share on shuffled tags, learned in the same way, -1 … 1; no interval for `context`. */
  beyondChance: estimateSchema,
  sequences: z.int(),
});
export type SettingFigures = Readonly<z.output<typeof settingFiguresSchema>>;

const countedSchema = { dialogues: z.int(), passing: z.int() };
export const fieldCountsSchema = z.object({
  name: z.string(),
  kind: z.enum(['number', 'date', 'words']),
  dialogues: z.int(),
  different: z.int(),
  values: z.array(z.object({ value: z.string(), ...countedSchema })),
  range: z.object({ least: z.string(), most: z.string() }).nullable(),
  /** Ranges of numbers or dates, with the first bound and without the second. Null means no bound. */
  bins: z.array(z.object({ from: z.string().nullable(), to: z.string().nullable(), ...countedSchema })),
  /** For dates: the dialogues of each calendar month (UTC, "2026-04"), in order. Empty for other fields. */
  months: z.array(z.object({ month: z.string(), ...countedSchema })),
});
export type FieldCounts = Readonly<z.output<typeof fieldCountsSchema>>;
