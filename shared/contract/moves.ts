import { z } from 'zod';
import {
  dialogueIdSchema,
  method,
  roleSchema,
  runIdSchema,
  tagIdSchema,
  tagNameSchema,
  turnIdSchema,
} from './base.ts';
import { editOutcomeSchema, movesMethodSchema, reasonSchema } from './tagging.ts';

const runInput = z.object({
  run: runIdSchema.nullable().default(null),
});

const cutSchema = z.object({ role: roleSchema, moves: z.int().min(1).max(1000) });

const phrasesSchema = z.string().min(1).max(1000);

const moveEditSchema = z.discriminatedUnion('kind', [
  cutSchema.extend({ kind: z.literal('cut') }),
  z.object({ kind: z.literal('merge'), role: roleSchema, move: tagNameSchema, into: tagNameSchema }),
  z.object({ kind: z.literal('split'), role: roleSchema, move: tagNameSchema }),
  z.object({ kind: z.literal('rename'), role: roleSchema, move: tagNameSchema, name: tagNameSchema }),
  /** Phrases separated by commas; `*` stands for up to three words. Applies at the next search for moves. */
  z.object({ kind: z.literal('cue'), role: roleSchema, move: tagNameSchema, phrases: phrasesSchema }),
  z.object({ kind: z.literal('uncue'), cue: z.int() }),
]);
export type MoveEdit = z.infer<typeof moveEditSchema>;

const sentenceSchema = z.object({
  turn: turnIdSchema,
  dialogue: dialogueIdSchema,
  position: z.int(),
  text: z.string(),
});
export type MoveSentence = z.infer<typeof sentenceSchema>;

/** A move's share of the turns before or after. Null is the start or end of the dialogue. */
const neighbourSchema = z.object({ name: z.string().nullable(), share: z.number() });

const moveCardSchema = z.object({
  tag: tagIdSchema.nullable(),
  name: z.string(),
  /** Turns whose first move this is, after people's decisions. */
  turns: z.int(),
  share: z.number(),
  central: z.array(sentenceSchema),
  borderline: z.array(sentenceSchema),
  /** The moves before and after, as found by the run, most frequent first. */
  before: z.array(neighbourSchema),
  after: z.array(neighbourSchema),
  /** The share of the move that a run on 70 % of the dialogues finds again: mean best Jaccard index of two runs. */
  stability: z.number().nullable(),
  splits: z.boolean(),
});
export type MoveCard = z.infer<typeof moveCardSchema>;

const roleMovesSchema = z.object({
  role: roleSchema,
  cut: z.int(),
  most: z.int(),
  /** By number of turns, most first. */
  moves: z.array(moveCardSchema),
  otherTurns: z.int(),
});
export type RoleMoves = z.infer<typeof roleMovesSchema>;

const moveCardsSchema = z.object({
  run: runIdSchema,
  method: movesMethodSchema,
  why: z.string(),
  /** The encoder that sentences are compared with. */
  encoder: z.string(),
  roles: z.array(roleMovesSchema),
  /** People's decisions, and how many of them match no move in this run. */
  decisions: z.int(),
  left: z.int(),
});
export type MoveCards = z.infer<typeof moveCardsSchema>;

const ownCueSchema = z.object({
  id: z.int(),
  role: roleSchema,
  move: z.string(),
  phrases: z.string(),
  turns: z.int(),
});
export type OwnCueRow = z.infer<typeof ownCueSchema>;

export const movesContract = {
  cues: method.output(
    z.object({
      own: z.array(ownCueSchema),
      builtIn: z.array(z.object({ role: roleSchema, move: z.string() })),
    }),
  ),
  countCue: method.input(z.object({ role: roleSchema, phrases: phrasesSchema })).output(
    z.object({
      turns: z.int(),
      examples: z.array(z.object({ dialogue: dialogueIdSchema, position: z.int(), text: z.string() })),
    }),
  ),
  cards: method
    .input(runInput.extend({ cut: z.array(cutSchema).max(2).default([]) }))
    .output(moveCardsSchema.nullable()),
  /** Regroups the moves of all current and later runs. */
  edit: method
    .input(runInput.extend({ edit: moveEditSchema, reason: reasonSchema }))
    .output(editOutcomeSchema),
};
