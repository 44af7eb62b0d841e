import { z } from 'zod';
import { jobIdSchema, likenessSchema, method, roleSchema, roundIdSchema, runIdSchema } from './base.ts';
import { roundRowSchema } from './vocabulary.ts';

/** One way of telling which rounds are alike. */
const likenessWaySchema = z.object({
  by: likenessSchema,
  /** The encoder's own name. */
  title: z.string(),
  /** Share of the project's rounds that can be found by it, 0 … 1. */
  share: z.number(),
  /** Why it cannot be asked, with what to do, as a sentence; null where it can. */
  problem: z.string().nullable(),
  /** It can be asked of any text, not of rounds alone. */
  takesText: z.boolean(),
  /** For the rounds without a vector, if no text occurred twice; null where they are not encoded for this. */
  secondsAtMost: z.number().nullable(),
  /** The job that encodes now. */
  job: jobIdSchema.nullable(),
});
export type LikenessWay = z.infer<typeof likenessWaySchema>;

export const likenessContract = {
  /** By what rounds can be told alike here, words first; also what cannot be asked yet. */
  ways: method.output(z.array(likenessWaySchema)),
  /**
   * The rounds nearest to one, or to a text, nearest first, never the round itself. Nothing is sent to a provider.
   * @throws INVALID where the way cannot be asked; NOT_FOUND for a round that is gone
   */
  nearest: method
    .input(
      z.object({
        to: z.union([
          z.object({ round: roundIdSchema }),
          z.object({ text: z.string().trim().min(1).max(1000) }),
        ]),
        by: likenessSchema.default('words'),
        /** Rounds of this role alone; null is either. */
        role: roleSchema.nullable().default(null),
        limit: z.int().min(1).max(300).default(20),
        /** The tagging run whose tags are told; null is the one in force. */
        run: runIdSchema.nullable().default(null),
      }),
    )
    .output(
      z.object({
        by: likenessSchema,
        title: z.string(),
        items: z.array(
          roundRowSchema.extend({
            /** Cosine of the two vectors; null by words. */
            share: z.number().nullable(),
          }),
        ),
      }),
    ),
};
