import { z } from 'zod';
import { jobIdSchema, likenessSchema, method, roleSchema, runIdSchema, turnIdSchema } from './base.ts';
import { turnRowSchema } from './vocabulary.ts';

/** One measure of similarity between turns. */
const likenessMethodSchema = z.object({
  by: likenessSchema,
  /** The encoder's own name. */
  title: z.string(),
  share: z.number(),
  /** The reason why the measure is not available, with the next step, as a sentence; null if it is available. */
  problem: z.string().nullable(),
  /** True if the measure accepts any text, not only turns. */
  takesText: z.boolean(),
  /**
   * The time to encode the turns without a vector, in seconds, if no text occurs twice. Null if nothing can be encoded.
   */
  secondsAtMost: z.number().nullable(),
  /** The job that is encoding now. */
  job: jobIdSchema.nullable(),
});
export type LikenessMethod = z.infer<typeof likenessMethodSchema>;

export const likenessContract = {
  /** Lists the similarity measures, words first, including those that are not available yet. */
  methods: method.output(z.array(likenessMethodSchema)),
  /**
   * Returns the turns nearest to a turn or a text, without that turn. Sends nothing to a provider.
   * @throws INVALID if the measure is not available; NOT_FOUND for a deleted turn
   */
  nearest: method
    .input(
      z.object({
        to: z.union([
          z.object({ turn: turnIdSchema }),
          z.object({ text: z.string().trim().min(1).max(1000) }),
        ]),
        by: likenessSchema.default('words'),
        /** Only turns of this role; null means both. */
        role: roleSchema.nullable().default(null),
        limit: z.int().min(1).max(300).default(20),
        /** The tagging run whose tags are returned; null is the active one. */
        run: runIdSchema.nullable().default(null),
      }),
    )
    .output(
      z.object({
        by: likenessSchema,
        title: z.string(),
        items: z.array(
          turnRowSchema.extend({
            /** The cosine of the two vectors; null for words. */
            share: z.number().nullable(),
          }),
        ),
      }),
    ),
};
