import { z } from 'zod';
import { jobIdSchema, likenessSchema, method, roleSchema, runIdSchema, turnIdSchema } from './base.ts';
import { turnRowSchema } from './vocabulary.ts';

const likenessMethodSchema = z.object({
  by: likenessSchema,
  title: z.string(),
  share: z.number(),
  /** The reason why the measure is not available, with the next step, as a sentence; null if it is available. */
  problem: z.string().nullable(),
  /** True if the measure accepts any text, not only turns. */
  takesText: z.boolean(),
  /** Seconds to encode the remaining turns, if no text occurs twice; null if nothing can be encoded. */
  secondsAtMost: z.number().nullable(),
  job: jobIdSchema.nullable(),
});
export type LikenessMethod = z.infer<typeof likenessMethodSchema>;

export const likenessContract = {
  methods: method.output(z.array(likenessMethodSchema)),
  /**
   * Returns the nearest turns without sending anything to a provider.
   * Throws INVALID if the measure is unavailable, NOT_FOUND for a deleted turn.
   */
  nearest: method
    .input(
      z.object({
        to: z.union([
          z.object({ turn: turnIdSchema }),
          z.object({ text: z.string().trim().min(1).max(1000) }),
        ]),
        by: likenessSchema.default('words'),
        role: roleSchema.nullable().default(null),
        limit: z.int().min(1).max(300).default(20),
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
