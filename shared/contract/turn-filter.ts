import { z } from 'zod';
import {
  dialogueIdSchema,
  likenessSchema,
  roleSchema,
  runIdSchema,
  sourceIdSchema,
  speakerKindSchema,
  tagIdSchema,
  turnIdSchema,
} from './base.ts';

/** A turn must meet all given conditions; `{}` means all turns. Merged tags count as one. */
export const turnFilterSchema = z.object({
  role: roleSchema.nullable().default(null),
  speaker: speakerKindSchema.nullable().default(null),
  tagged: z.array(tagIdSchema).max(50).default([]),
  untagged: z.array(tagIdSchema).max(50).default([]),
  text: z.string().max(1000).default(''),
  /** A regular expression (RE2 syntax, ignoring case) that one message of the turn must match. */
  pattern: z.string().max(500).default(''),
  similar: z.string().max(1000).default(''),
  /** The measure of similarity. A provider's model is not allowed, because the text would be sent to it. */
  similarBy: likenessSchema.default('words'),
  source: sourceIdSchema.nullable().default(null),
  /** Turns that lead into this state. No turn leads to q₀. */
  state: z
    .object({ automaton: runIdSchema.nullable().default(null), state: z.int().min(0) })
    .nullable()
    .default(null),
  /** Bounds for the number of tags; null means no bound. */
  tagCount: z
    .object({
      least: z.int().min(0).nullable().default(null),
      most: z.int().min(0).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** `person`: a person decided on a tag of the turn. `machine`: the tags are as the run gave them. */
  origin: z.enum(['person', 'machine']).nullable().default(null),
  checked: z.boolean().nullable().default(null),
  flagged: z.boolean().nullable().default(null),
  commented: z.boolean().nullable().default(null),
  turns: z.array(turnIdSchema).max(10_000).nullable().default(null),
  dialogues: z.array(dialogueIdSchema).max(10_000).nullable().default(null),
});
export type TurnFilter = z.infer<typeof turnFilterSchema>;
export type TurnFilterInput = z.input<typeof turnFilterSchema>;

export const ALL_TURNS: TurnFilter = turnFilterSchema.parse({});
