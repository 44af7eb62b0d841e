import { z } from 'zod';
import { agentSchema } from '../domain/agent.ts';
import { leadSchema, standingSchema } from '../domain/figures.ts';
import { dialogueIdSchema, method, pageSchema, roleSchema, runIdSchema } from './base.ts';
import { measuresSchema } from './comparison.ts';
import { answerSettingsSchema, answerUnitSchema } from './generation.ts';
import { tokensSchema } from './lasting-runs.ts';

export const voteChoiceSchema = z.enum(['a', 'b', 'tie', 'both-bad']);
export type VoteChoice = z.infer<typeof voteChoiceSchema>;

const pairIdSchema = z.int().positive();

const saidSchema = z.object({ turn: z.int(), text: z.string() });

const standingVoteSchema = z.object({
  choice: voteChoiceSchema,
  note: z.string(),
  author: z.string(),
  at: z.string(),
});

/** Two answers to the same question, blind: no names, keys, columns, examples or times, and not the real answer. */
const blindPairSchema = z.object({
  pair: pairIdSchema,
  unit: answerUnitSchema,
  /** The conversation before the turn; for a whole dialogue, all customer turns. */
  conversation: z.array(z.object({ turn: z.int(), role: roleSchema, text: z.string() })),
  a: z.array(saidSchema),
  b: z.array(saidSchema),
  vote: standingVoteSchema.nullable(),
});
export type BlindPair = z.infer<typeof blindPairSchema>;

const sideSchema = z.object({
  key: z.string(),
  column: agentSchema,
  title: z.string(),
  /** True if the column uses the labels that act F1 is measured with. */
  usesLabels: z.boolean(),
  measures: measuresSchema.nullable(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  latencyMs: z.number(),
});

const revealedPairSchema = blindPairSchema.extend({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int().nullable(),
  truth: z.array(saidSchema),
  sides: z.object({ a: sideSchema, b: sideSchema }),
  seed: z.int(),
  settings: answerSettingsSchema,
});
export type RevealedPair = z.infer<typeof revealedPairSchema>;

/** Progress of a series of pairs. Only the seed decides the order of the pairs. */
const seriesCountsSchema = z.object({
  drawn: z.int(),
  voted: z.int(),
  /** Votes on revealed pairs. Only these count in the ranking. */
  revealed: z.int(),
  same: z.int(),
  unanswered: z.int(),
  passed: z.int(),
  /** Drawn pairs with both answers that nobody has voted on, including the one to be shown. */
  open: z.int(),
});
export type SeriesCounts = z.infer<typeof seriesCountsSchema>;

const bySchema = z.object({
  key: z.string(),
  column: agentSchema,
  title: z.string(),
  usesLabels: z.boolean(),
});

const rankedColumnSchema = bySchema.extend(standingSchema.shape);
export type RankedColumn = z.infer<typeof rankedColumnSchema>;

const voteRankingSchema = z.object({
  columns: z.array(rankedColumnSchema),
  /** Chance that the first column is preferred to the second, 0.5 … 1, with its interval; null with fewer than two. */
  lead: leadSchema.nullable(),
  wins: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      won: z.int(),
      lost: z.int(),
      tied: z.int(),
      bothBad: z.int(),
    }),
  ),
  /** Votes on revealed pairs: only they count, since the others can still be changed. */
  votes: z.int(),
  blind: z.int(),
  items: z.int(),
  /** Pairs that were skipped because both answers were the same. */
  same: z.int(),
  few: z.boolean(),
  /** False if some columns cannot be compared, not even through votes on other columns. */
  connected: z.boolean(),
  settings: z.int(),
  seed: z.int(),
  resamples: z.int(),
  level: z.number(),
});
export type VoteRanking = z.infer<typeof voteRankingSchema>;

const pairInput = z.object({ pair: pairIdSchema });

const seriesSchema = z.object({
  run: runIdSchema.nullable().default(null),
  columns: z.array(agentSchema).min(2).max(20),
  settings: answerSettingsSchema.prefault({}),
  /** The seed that turns, columns and sides are drawn with. */
  seed: z.int().min(0).default(1),
  heldOut: z.boolean().default(true),
});

const scopeSchema = z.object({
  author: z.string().max(80).nullable().default(null),
  source: z.int().positive().nullable().default(null),
});

export const votesContract = {
  /**
   * Returns the open pair, or the next one. Equal answers are skipped and counted. Waits for the retrieval index.
   * Nobody sees a question twice with the same columns, even after tagging or learning.
   */
  next: method
    .input(
      seriesSchema.extend({
        /** An open pair to skip permanently. */
        pass: pairIdSchema.nullable().default(null),
      }),
    )
    .output(
      z.object({
        /** Null if no pair is left: every turn was drawn with every two columns, or voted on. */
        pair: blindPairSchema.nullable(),
        counts: seriesCountsSchema,
      }),
    ),
  /** Prepares pairs until this many are open, so that voting never waits for a model. Returns how many are open. */
  prepare: method
    .input(seriesSchema.extend({ open: z.int().min(1).max(100) }))
    .output(z.object({ open: z.int() })),
  /** Votes, or changes a vote. INVALID for a revealed pair. */
  vote: method
    .input(pairInput.extend({ choice: voteChoiceSchema, note: z.string().trim().max(1000).default('') }))
    .output(blindPairSchema),
  undo: method.input(pairInput).output(blindPairSchema),
  reveal: method.input(pairInput).output(revealedPairSchema),
  /** Reveals every pair that was voted on, so that all votes count. */
  revealAll: method.input(z.object({ unit: answerUnitSchema })).output(z.object({ revealed: z.int() })),
  ranking: method
    .input(
      z.object({
        unit: answerUnitSchema.default('next-turn'),
        scope: scopeSchema.prefault({}),
        seed: z.int().min(0).default(1),
      }),
    )
    .output(voteRankingSchema),
  list: method.input(pageSchema.extend({ unit: answerUnitSchema.nullable().default(null) })).output(
    z.object({
      total: z.int(),
      items: z.array(
        z.object({
          pair: pairIdSchema,
          unit: answerUnitSchema,
          vote: standingVoteSchema,
          revealed: z.object({ a: bySchema, b: bySchema, externalId: z.string() }).nullable(),
        }),
      ),
    }),
  ),
  pair: method
    .input(pairInput)
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('blind'), pair: blindPairSchema }),
        z.object({ kind: z.literal('revealed'), pair: revealedPairSchema }),
      ]),
    ),
};
