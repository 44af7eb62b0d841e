import { z } from 'zod';
import { dialogueIdSchema, editIdSchema, type InputOf, method, roleSchema, runIdSchema } from './base.ts';
import { consequenceSchema } from './relearning.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

/** `merge`: two states become one; `never`: they are never merged; `pin`: a state stays as it is. */
export const decisionKindSchema = z.enum(['merge', 'never', 'pin']);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

const accessPathSchema = z
  .array(z.object({ role: roleSchema, tag: z.string() }))
  .min(1)
  .max(10_000);

const mergeDecisionSchema = z.object({
  id: editIdSchema,
  tagger: z.string(),
  kind: decisionKindSchema,
  left: accessPathSchema,
  right: accessPathSchema.nullable(),
  words: z.string(),
  author: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type StatedDecision = z.infer<typeof mergeDecisionSchema>;

const pairSchema = z.object({
  left: z.int().positive(),
  right: z.int().positive(),
});

const candidateMergeSchema = pairSchema.extend({
  /** 0 … 1: the share of continuations that both states have in common. */
  alike: z.number(),
  dialogues: z.int(),
  /** The number of further pairs that must be merged too. */
  forced: z.int(),
  /** The decision on the pair, or on one state that stays separate. */
  decided: decisionKindSchema.nullable(),
});
export type CandidateMergeRow = z.infer<typeof candidateMergeSchema>;

export const candidateOrderSchema = z.enum(['dialogues', 'alike']);
export type CandidateOrder = z.infer<typeof candidateOrderSchema>;

const sampleSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  /** The turn that leads to the state, from 0. */
  turn: z.int(),
  said: z.string(),
  /** The text of the next turn; empty at the end. */
  next: z.string(),
});

const sideSchema = z.object({
  state: z.int(),
  support: z.int(),
  samples: z.array(sampleSchema),
});
export type MergeSide = z.infer<typeof sideSchema>;

const mergeEvidenceSchema = z.object({
  left: sideSchema,
  right: sideSchema,
  alike: z.number(),
  next: z.array(
    z.object({
      symbol: z.object({ role: roleSchema, tag: z.string() }).nullable(),
      left: z.int(),
      right: z.int(),
    }),
  ),
  /** The nearest further pairs that would be merged too, and their total number. */
  forced: z.object({ total: z.int(), items: z.array(pairSchema) }),
  /** False if the two can never be merged, because the roles differ or one of them is the start. */
  canBeOne: z.boolean(),
});
export type MergeEvidence = z.infer<typeof mergeEvidenceSchema>;

const decideInputSchema = z.object({
  kind: decisionKindSchema,
  automaton: runIdSchema.nullable().default(null),
  /** A state, or the path that most dialogues take to a state. */
  left: z.union([z.int().min(0), accessPathSchema]),
  /** Null with `pin`. */
  right: z
    .union([z.int().min(0), accessPathSchema])
    .nullable()
    .default(null),
  reason: reasonSchema,
});

export const mergeDecisionsContract = {
  /** The oldest first. */
  list: method.output(z.array(mergeDecisionSchema)),
  decide: method.input(decideInputSchema).output(editOutcomeSchema),
  preview: method
    .input(decideInputSchema.omit({ reason: true }))
    .output(consequenceSchema.extend({ unkept: z.array(z.string()) })),
  candidates: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        order: candidateOrderSchema.default('dialogues'),
        /** The least similarity, 0 … 1. */
        alike: z.number().min(0).max(1).default(0.5),
        support: z.int().min(1).default(5),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ automaton: runIdSchema, items: z.array(candidateMergeSchema) })),
  evidence: method
    .input(pairSchema.extend({ automaton: runIdSchema.nullable().default(null) }))
    .output(mergeEvidenceSchema),
  remove: method.input(z.object({ id: editIdSchema, reason: reasonSchema })).output(editOutcomeSchema),
};

export type DecideInput = InputOf<typeof mergeDecisionsContract.decide>;
