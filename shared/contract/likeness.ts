import { z } from 'zod';
import { jobIdSchema, likenessSchema, method, roleSchema, runIdSchema, turnIdSchema } from './base.ts';
import { turnRowSchema } from './vocabulary.ts';

/** One measure of similarity between turns. */
const likenessMethodSchema = z.object({
  by: likenessSchema,
  /** The encoder's own name. */
  title: z.string(),
  share: z.number(),
  /** The reason why it is not available, with the next step, as a sentence; null if it is. */
  problem: z.string().nullable(),
  /** True if it accepts any text, not only turns. */
  takesText: z.boolean(),
  /** Time to encode the turns without a vector, in s, if no text occurs twice; null if nothing is encoded. */
  secondsAtMost: z.number().nullable(),
  /** The job that encodes now. */
  job: jobIdSchema.nullable(),
});
export type LikenessMethod = z.infer<typeof likenessMethodSchema>;

export const likenessContract = {
  /** Lists the similarity measures, words first, including those that are not available yet. */
  methods: method.output(z.array(likenessMethodSchema)),
  /**
   * Returns the turns nearest to a turn or a text, without the turn itself. Sends nothing to a provider.
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
            /** Cosine of the two vectors; null by words. */
            share: z.number().nullable(),
          }),
        ),
      }),
    ),
};
