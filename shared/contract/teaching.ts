import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pathSchema,
  roleSchema,
  roundIdSchema,
  runIdSchema,
  tagNameSchema,
} from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { editOutcomeSchema } from './tagging.ts';

const shareSchema = z.number().min(0).max(1);

/** How often the first move is one of the person's, on answers the tagger had not seen; null where none was held back. */
export const accuracySchema = z.object({
  mean: shareSchema.nullable(),
  /** Wilson's 95 % interval. */
  low: shareSchema,
  high: shareSchema,
});

export const teachingResultSchema = z.object({
  run: runIdSchema,
  /** Rounds that a person spoke of; 0 for a tagger that was taught elsewhere. */
  answers: z.int(),
  accuracy: accuracySchema,
  /** Moves that are told apart, by role. */
  moves: z.object({ user: z.array(z.string()), system: z.array(z.string()) }),
  warnings: z.array(z.string()),
  seconds: z.number(),
});
export type TeachingResult = z.infer<typeof teachingResultSchema>;

export const teachInputSchema = z.object({
  /** Share of the answered dialogues that is held back to measure; null holds every part back once. */
  holdBack: z.number().gt(0).max(0.5).nullable().default(null),
  /** The file of a tagger that was taught elsewhere; null teaches by the answers of this project. */
  from: pathSchema.nullable().default(null),
});

const LONGEST_WORDS = 200_000;

const savedRoleSchema = z
  .object({
    role: roleSchema,
    moves: z.array(tagNameSchema).min(2).max(500),
    /** Words and pairs of words, and how telling each is. */
    words: z.array(z.tuple([z.string().min(1).max(200), z.number().min(0).max(100)])).max(LONGEST_WORDS),
    signs: z.array(z.string().min(1).max(100)).max(5000),
    /** Of each word, then of each sign, then of none: one for each move. */
    weights: z.array(z.number().min(-1e6).max(1e6)),
    temperature: z.number().min(0.05).max(20),
  })
  .refine(({ moves }) => new Set(moves).size === moves.length, 'A move is named twice.')
  .refine(
    ({ moves, words, signs, weights }) => weights.length === (words.length + signs.length + 1) * moves.length,
    'There are more or fewer weights than words, signs and moves need.',
  );

/** A taught tagger as a file: words that at least five dialogues have, without digits, and what each tells. */
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

/** A round that is asked about, with what was said before it; null where it begins the dialogue. */
const askedRoundSchema = z.object({
  round: roundIdSchema,
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  /** From 0. */
  index: z.int(),
  text: z.string(),
  before: saidSchema.nullable(),
});
export type AskedRound = z.infer<typeof askedRoundSchema>;

const offeredMoveSchema = z.object({
  name: z.string(),
  /** Rounds that a person gave it; 0 for a name that only a run before had. */
  answers: z.int(),
  /** How likely it is here; null where nothing was taught yet, or it is not among the likeliest. */
  confidence: z.number().nullable(),
});

const teachingQuestionSchema = z.object({
  role: roleSchema,
  /** It was drawn at random, so that what is measured on such rounds holds for all. */
  drawn: z.boolean(),
  /** Rounds that are like these, themselves among them. */
  alike: z.int(),
  /** Similar rounds that are unclear by now, which an answer helps to tag. */
  unclear: z.int(),
  /** Those that an answer speaks of. */
  rounds: z.array(askedRoundSchema).min(1),
  /** The least alike of a cluster, to see how far it reaches. */
  border: z.array(askedRoundSchema),
  /** Moves to choose from, in the order in which they came up, so that each keeps its key. */
  moves: z.array(offeredMoveSchema),
});
export type TeachingQuestion = z.infer<typeof teachingQuestionSchema>;

const teachingProgressSchema = z.object({
  answers: z.int(),
  accuracy: accuracySchema,
  /** Rounds drawn at random that it was measured on; 0 where it is that of all answers, since too few were drawn. */
  drawn: z.int(),
  /** That of all answers, with half of the answers. */
  withHalf: accuracySchema,
  /** Whether more answers pay, as a sentence. */
  advice: z.string(),
});

const gettingReadySchema = z.object({
  /** What is done now, such as "reading sentences". */
  phase: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.string(),
});
export type GettingReady = z.infer<typeof gettingReadySchema>;

export const teachingContract = {
  /**
   * Reads a person's answers from a table with tabs: `dialogue`, `round` (from 0, after joining), `role`, `move`. Several
   * rows of one round are several moves, the first its primary one. They replace what was answered of these rounds before.
   */
  readAnswers: method.input(z.object({ path: pathSchema })).output(
    z.object({
      /** Rounds that the file answers. */
      answers: z.int(),
      outcome: editOutcomeSchema,
      warnings: z.array(z.string()),
    }),
  ),
  /** How far reading the rounds is, until questions can be asked; ends at once where they can. */
  gettingReady: method.output(eventIterator(gettingReadySchema)),
  /** What is worth asking next; null where every round was answered or skipped. */
  next: method
    .input(z.object({ skipped: z.array(roundIdSchema).max(10_000).default([]) }))
    .output(z.object({ answers: z.int(), question: teachingQuestionSchema.nullable() })),
  /** Says what rounds do: the first move is the primary one. Replaces what was said of them before. */
  answer: method
    .input(
      z.object({
        rounds: z.array(roundIdSchema).min(1).max(100),
        moves: z.array(tagNameSchema).min(1).max(5),
      }),
    )
    .output(editOutcomeSchema),
  progress: method.output(teachingProgressSchema),
  /** Teaches a tagger and names the moves of all rounds as a run. */
  run: method.input(teachInputSchema).output(startedJobSchema),
  /** Writes what the answers teach as a file for other projects, without any sentence. */
  save: method
    .input(exportTargetSchema)
    .output(z.object({ path: z.string(), bytes: z.int(), moves: z.int(), words: z.int() })),
};
