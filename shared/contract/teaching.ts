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
  /** Wilson's 95 % interval. */
  low: shareSchema,
  high: shareSchema,
});

export const teachingResultSchema = z.object({
  run: runIdSchema,
  /** Turns that a person answered; 0 for a tagger that was taught elsewhere. */
  answers: z.int(),
  accuracy: accuracySchema,
  /** The distinguished moves, by role. */
  moves: z.object({ user: z.array(z.string()), system: z.array(z.string()) }),
  warnings: z.array(z.string()),
  seconds: z.number(),
});
export type TeachingResult = z.infer<typeof teachingResultSchema>;

export const teachInputSchema = z.object({
  /** Share of the answered dialogues held out to measure accuracy; null uses cross-validation. */
  holdBack: z.number().gt(0).max(0.5).nullable().default(null),
  /** The file of a tagger that was taught elsewhere; null uses the answers of this project. */
  from: pathSchema.nullable().default(null),
});

const LONGEST_WORDS = 200_000;

const savedRoleSchema = z
  .object({
    role: roleSchema,
    moves: z.array(tagNameSchema).min(2).max(500),
    /** Words and pairs of words, and how strongly each points to a move. */
    words: z.array(z.tuple([z.string().min(1).max(200), z.number().min(0).max(100)])).max(LONGEST_WORDS),
    signs: z.array(z.string().min(1).max(100)).max(5000),
    /** Weights for each word, then each feature, then the bias: one for each move. */
    weights: z.array(z.number().min(-1e6).max(1e6)),
    temperature: z.number().min(0.05).max(20),
  })
  .refine(({ moves }) => new Set(moves).size === moves.length, 'A move is named twice.')
  .refine(
    ({ moves, words, signs, weights }) => weights.length === (words.length + signs.length + 1) * moves.length,
    'There are more or fewer weights than words, signs and moves need.',
  );

/** A saved tagger: words without digits from at least five dialogues, and the moves they point to. */
export const savedTaggerSchema = z.object({
  format: z.literal('dialogram-taught-tagger'),
  version: z.literal(1),
  roles: z
    .array(savedRoleSchema)
    .min(1)
    .max(2)
    .refine(
      (roles) => new Set(roles.map(({ role }) => role)).size === roles.length,
      'A role is there twice.',
    ),
});
export type SavedTagger = z.infer<typeof savedTaggerSchema>;

const saidSchema = z.object({ role: roleSchema, text: z.string() });

/** A question's turn with the turn before it; null if it begins the dialogue. */
const askedTurnSchema = placedTurnSchema.extend({ before: saidSchema.nullable() });
export type AskedTurn = z.infer<typeof askedTurnSchema>;

const offeredMoveSchema = z.object({
  name: z.string(),
  /** Turns that a person gave it; 0 for a name that only an earlier run had. */
  answers: z.int(),
  /** Its probability here; null before any answer, or if it is not among the most likely. */
  confidence: z.number().nullable(),
});

const teachingQuestionSchema = z.object({
  role: roleSchema,
  /** True if it was drawn at random, so that figures on such turns hold for all. */
  drawn: z.boolean(),
  /** The number of similar turns, including these. */
  alike: z.int(),
  /** Similar turns that are still unclear, which an answer helps to tag. */
  unclear: z.int(),
  /** The turns that an answer covers. */
  turns: z.array(askedTurnSchema).min(1),
  /** The least typical turns of a cluster, to show how far it reaches. */
  border: z.array(askedTurnSchema),
  /** Moves to choose from, in order of appearance, so that each keeps its key. */
  moves: z.array(offeredMoveSchema),
});
export type TeachingQuestion = z.infer<typeof teachingQuestionSchema>;

const teachingProgressSchema = z.object({
  answers: z.int(),
  accuracy: accuracySchema,
  /** Random turns that it was measured on; 0 if too few were drawn and all answers were used. */
  drawn: z.int(),
  /** Accuracy over all answers after training on half of them. */
  withHalf: accuracySchema,
  /** Advice on whether more answers are worth it, as a sentence. */
  advice: z.string(),
});

const gettingReadySchema = z.object({
  /** The current work, such as "reading sentences". */
  phase: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.string(),
});
export type GettingReady = z.infer<typeof gettingReadySchema>;

export const teachingContract = {
  /**
   * Reads answers from a tab-separated table: `dialogue`, `turn` (from 0, after joining), `role`, `move`. Further rows
   * for a turn are further moves; the first is the primary one. They replace earlier answers.
   */
  readAnswers: method.input(z.object({ path: pathSchema })).output(
    z.object({
      /** Turns that the file answers. */
      answers: z.int(),
      outcome: editOutcomeSchema,
      warnings: z.array(z.string()),
    }),
  ),
  /** Streams the progress of reading the turns; ends when questions can be asked. */
  gettingReady: method.output(eventIterator(gettingReadySchema)),
  /** Returns the next question; null if every turn is answered or skipped. */
  next: method
    .input(z.object({ skipped: z.array(turnIdSchema).max(10_000).default([]) }))
    .output(z.object({ answers: z.int(), question: teachingQuestionSchema.nullable() })),
  /** Sets the moves of turns, the primary one first. Replaces earlier answers for them. */
  answer: method
    .input(
      z.object({
        turns: z.array(turnIdSchema).min(1).max(100),
        moves: z.array(tagNameSchema).min(1).max(5),
      }),
    )
    .output(editOutcomeSchema),
  progress: method.output(teachingProgressSchema),
  /** Trains a tagger and tags the moves of all turns as a run. */
  run: method.input(teachInputSchema).output(startedJobSchema),
  /** Saves what the answers teach for other projects, without any sentence. */
  save: method
    .input(exportTargetSchema)
    .output(z.object({ path: z.string(), bytes: z.int(), moves: z.int(), words: z.int() })),
};
