import { z } from 'zod';
import {
  dialogueIdSchema,
  likenessSchema,
  roleSchema,
  roundIdSchema,
  runIdSchema,
  sourceIdSchema,
  speakerKindSchema,
  tagIdSchema,
} from './base.ts';

/**
 * Which rounds are meant, for bulk edits, splitting a tag and the review queue. Every condition must hold; one left
 * out asks for nothing, so that `{}` means all rounds. Tags are meant as they stand: a run's with people's decisions
 * over them, merged tags as one.
 */
export const roundFilterSchema = z.object({
  role: roleSchema.nullable().default(null),
  /** Rounds in which someone of this kind speaks. */
  speaker: speakerKindSchema.nullable().default(null),
  /** Tags that the round must carry, all of them. */
  tagged: z.array(tagIdSchema).max(50).default([]),
  /** Tags of which it must carry none. */
  untagged: z.array(tagIdSchema).max(50).default([]),
  /** Words that one utterance of the round must have, in any order, the last one as a beginning. */
  text: z.string().max(1000).default(''),
  /** A regular expression (RE2's syntax, case aside) that one utterance of the round must have a match of. */
  pattern: z.string().max(500).default(''),
  /** Of the rounds that are like this text, the nearest few hundred. */
  similar: z.string().max(1000).default(''),
  /** By what they are; a provider's model is not asked, since the text would be sent. */
  similarBy: likenessSchema.default('words'),
  source: sourceIdSchema.nullable().default(null),
  /** Rounds that take a dialogue into this state; q₀ comes before every round and has none. */
  state: z
    .object({ automaton: runIdSchema.nullable().default(null), state: z.int().min(0) })
    .nullable()
    .default(null),
  /** How many tags it carries; a bound that is null is none. */
  tagCount: z
    .object({
      least: z.int().min(0).nullable().default(null),
      most: z.int().min(0).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** `person`: someone decided on a tag of the round; `machine`: its tags are as the run gave them. */
  origin: z.enum(['person', 'machine']).nullable().default(null),
  checked: z.boolean().nullable().default(null),
  /** Flagged by a person, or by the run for a person to look at. */
  flagged: z.boolean().nullable().default(null),
  /** Somebody wrote a comment on it. */
  commented: z.boolean().nullable().default(null),
  /** Of these rounds only; null is no such limit. */
  rounds: z.array(roundIdSchema).max(10_000).nullable().default(null),
  /** Of these dialogues only; null is no such limit. */
  dialogues: z.array(dialogueIdSchema).max(10_000).nullable().default(null),
});
export type RoundFilter = z.infer<typeof roundFilterSchema>;
export type RoundFilterInput = z.input<typeof roundFilterSchema>;

/** The filter that every round passes. */
export const ALL_ROUNDS: RoundFilter = roundFilterSchema.parse({});
