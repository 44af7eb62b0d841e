import { z } from 'zod';
import { editIdSchema, method, roleSchema, runIdSchema } from './base.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

/** `merge`: two states are one; `never`: they are never to be; `pin`: a state stays as it is. */
export const decisionKindSchema = z.enum(['merge', 'never', 'pin']);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

/** A state by the tags that lead a dialogue to it from the start. */
const accessPathSchema = z
  .array(z.object({ role: roleSchema, tag: z.string() }))
  .min(1)
  .max(10_000);

const mergeDecisionSchema = z.object({
  id: editIdSchema,
  /** Whose tags the states are of. */
  tagger: z.string(),
  kind: decisionKindSchema,
  left: accessPathSchema,
  right: accessPathSchema.nullable(),
  /** As a sentence. */
  words: z.string(),
  author: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type StatedDecision = z.infer<typeof mergeDecisionSchema>;

/** What people decided of states: it outranks every learner that merges, and holds whenever one learns again. */
export const mergeDecisionsContract = {
  /** The oldest first. */
  list: method.output(z.array(mergeDecisionSchema)),
  decide: method
    .input(
      z.object({
        kind: decisionKindSchema,
        /** Whose states are meant, and of whose tags; null is the latest. */
        automaton: runIdSchema.nullable().default(null),
        /** A state of the automaton, which is then known by the way most dialogues come there; or such a way. */
        left: z.union([z.int().min(0), accessPathSchema]),
        /** Null with `pin`. */
        right: z
          .union([z.int().min(0), accessPathSchema])
          .nullable()
          .default(null),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema),
  /** Forgets a decision. */
  remove: method.input(z.object({ id: editIdSchema, reason: reasonSchema })).output(editOutcomeSchema),
};
