import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  exportTargetSchema,
  method,
  pathSchema,
  roleSchema,
  runIdSchema,
  tagNameSchema,
  turnIdSchema,
} from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { placedTurnSchema } from './review.ts';
import { editOutcomeSchema } from './tagging.ts';

const shareSchema = z.number().min(0).max(1);

/** Share of unseen answers whose first move is one of the person's; null if no answer was held out. */
export const accuracySchema = z.object({
  mean: shareSchema.nullable(),
  low: shareSchema,
  high: shareSchema,
});

export const teachingResultSchema = z.object({
  run: runIdSchema,
  answers: z.int(),
  accuracy: accuracySchema,
  moves: z.object({ user: z.array(z.string()), system: z.array(z.string()) }),
  warnings: z.array(z.string()),
  seconds: z.number(),
});
export type TeachingResult = z.infer<typeof teachingResultSchema>;

export const teachInputSchema = z.object({
  /** Share of the answered dialogues held out to measure accuracy; null uses cross-validation. */
  holdBack: z.number().gt(0).max(0.5).nullable().default(null),
  /** The file of a tagger that was taught in another project. Null uses the answers of this project. */
  from: pathSchema.nullable().default(null),
});

const LONGEST_WORDS = 200_000;

const savedRoleSchema = z
  .object({
    role: roleSchema,
    moves: z.array(tagNameSchema).min(2).max(500),
    words: z.array(z.tuple([z.string().min(1).max(200), z.number().min(0).max(100)])).max(LONGEST_WORDS),
    signs: z.array(z.string().min(1).max(100)).max(5000),
    /** The weights of each word, then of each feature, then the biases. Each has one weight per move. */
    weights: z.array(z.number().min(-1e6).max(1e6)),
    temperature: z.number().min(0.05).max(20),
  })
  .refine(({ moves }) => new Set(moves).size === moves.length, 'A move appears twice.')
  .refine(
    ({ moves, words, signs, weights }) => weights.length === (words.length + signs.length + 1) * moves.length,
    'The number of weights does not match the words, signs and moves.',
  );

export const savedTaggerSchema = z.object({
  format: z.literal('dialogram-taught-tagger'),
  version: z.literal(1),
  roles: z
    .array(savedRoleSchema)
    .min(1)
    .max(2)
    .refine((roles) => new Set(roles.map(({ role }) => role)).size === roles.length, 'A role appears twice.'),
});
export type SavedTagger = z.infer<typeof savedTaggerSchema>;

const saidSchema = z.object({ role: roleSchema, text: z.string() });

const askedTurnSchema = placedTurnSchema.extend({ before: saidSchema.nullable() });
export type AskedTurn = z.infer<typeof askedTurnSchema>;

const offeredMoveSchema = z.object({
  name: z.string(),
  /** The number of turns to which a person gave the move; 0 for a name that only an earlier run had. */
  answers: z.int(),
  /** The move's probability for these turns. Null before any answer, or if the move is not among the most likely. */
  confidence: z.number().nullable(),
});

const teachingQuestionSchema = z.object({
  role: roleSchema,
  /** True if the turn was picked at random, so that figures on such turns hold for all turns. */
  drawn: z.boolean(),
  alike: z.int(),
  unclear: z.int(),
  turns: z.array(askedTurnSchema).min(1),
  /** The least typical turns of a cluster. They show how different its turns can be. */
  border: z.array(askedTurnSchema),
  /** The moves to choose from, in order of first use, so that each keeps its key. */
  moves: z.array(offeredMoveSchema),
});
export type TeachingQuestion = z.infer<typeof teachingQuestionSchema>;

const teachingProgressSchema = z.object({
  answers: z.int(),
  accuracy: accuracySchema,
  /** The number of random turns; 0 if there were too few, so that all answers were used. */
  drawn: z.int(),
  /** Accuracy over all answers after training on half of them. */
  withHalf: accuracySchema,
  advice: z.string(),
});

const gettingReadySchema = z.object({
  phase: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.string(),
});
export type GettingReady = z.infer<typeof gettingReadySchema>;

export const teachingContract = {
  /**
   * Reads a tab-separated table: `dialogue`, `turn` (from 0, after joining), `role`, `move`.
   * Several rows for a turn are several moves, the primary one first. They replace earlier answers.
   */
  readAnswers: method.input(z.object({ path: pathSchema })).output(
    z.object({
      answers: z.int(),
      outcome: editOutcomeSchema,
      warnings: z.array(z.string()),
    }),
  ),
  gettingReady: method.output(eventIterator(gettingReadySchema)),
  next: method
    .input(z.object({ skipped: z.array(turnIdSchema).max(10_000).default([]) }))
    .output(z.object({ answers: z.int(), question: teachingQuestionSchema.nullable() })),
  answer: method
    .input(
      z.object({
        turns: z.array(turnIdSchema).min(1).max(100),
        moves: z.array(tagNameSchema).min(1).max(5),
      }),
    )
    .output(editOutcomeSchema),
  progress: method.output(teachingProgressSchema),
  run: method.input(teachInputSchema).output(startedJobSchema),
  /** Saves the taught tagger for other projects, without any sentence. */
  save: method
    .input(exportTargetSchema)
    .output(z.object({ path: z.string(), bytes: z.int(), moves: z.int(), words: z.int() })),
};
