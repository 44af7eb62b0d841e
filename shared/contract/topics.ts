import { z } from 'zod';
import {
  dialogueIdSchema,
  jobIdSchema,
  localEncoderSchema,
  method,
  runIdSchema,
  topicNameSchema,
} from './base.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const topicsSettingsSchema = z.object({
  /** The number of topics. Null means as many as are distinct, from 5 to 20. */
  topics: z.int().min(2).max(100).nullable().default(null).meta({ none: 'auto' }),
  /** An encoder used in addition to words. Null uses only words. */
  encoder: localEncoderSchema.nullable().default(null).meta({ none: 'none' }),
  seed: z.int().min(0).max(1_000_000).default(1),
});
export type TopicsSettings = z.infer<typeof topicsSettingsSchema>;

const topicEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cut'), topics: z.int().min(1).max(100) }),
  z.object({ kind: z.literal('merge'), topic: topicNameSchema, into: topicNameSchema }),
  z.object({ kind: z.literal('split'), topic: topicNameSchema }),
  z.object({ kind: z.literal('rename'), topic: topicNameSchema, name: topicNameSchema }),
  z.object({ kind: z.literal('teach'), dialogue: dialogueIdSchema, topic: topicNameSchema }),
]);
export type TopicEdit = z.infer<typeof topicEditSchema>;

const exampleSchema = z.object({
  dialogue: dialogueIdSchema,
  text: z.string(),
  /** True for a person's example, and for a dialogue like it. */
  isTaught: z.boolean(),
});
export type TopicExample = z.infer<typeof exampleSchema>;

const topicCardSchema = z.object({
  name: z.string(),
  dialogues: z.int(),
  share: z.number(),
  /** Phrases that distinguish the topic from others, each with its share of the topic's dialogues, best first. */
  phrases: z.array(z.object({ text: z.string(), share: z.number() })),
  examples: z.array(exampleSchema),
  splits: z.boolean(),
});
export type TopicCard = z.infer<typeof topicCardSchema>;

const topicCardsSchema = z.object({
  run: runIdSchema,
  encoder: z.string(),
  /** Agreement of the topics of two samples of 70 % of the dialogues, as an adjusted Rand index. */
  stability: z.number(),
  /** The number of topics before manual merges and splits, and the largest possible number. */
  cut: z.int(),
  most: z.int(),
  dialogues: z.int(),
  topics: z.array(topicCardSchema),
  without: z.int(),
  decisions: z.int(),
  left: z.int(),
  isOutdated: z.boolean(),
});
export type TopicCards = z.infer<typeof topicCardsSchema>;

export const topicsResultSchema = z.object({
  run: runIdSchema,
  topics: z.int(),
  dialogues: z.int(),
  without: z.int(),
  stability: z.number(),
  encoder: z.string(),
});
export type TopicsResult = z.infer<typeof topicsResultSchema>;

export const topicsContract = {
  find: method.input(topicsSettingsSchema).output(z.object({ job: jobIdSchema })),
  /** Returns the topics of a run; null if topics have not been searched for. `cut` changes the number of topics. */
  cards: method
    .input(
      z.object({
        run: runIdSchema.nullable().default(null),
        cut: z.int().min(1).max(100).nullable().default(null),
      }),
    )
    .output(topicCardsSchema.nullable()),
  edit: method
    .input(
      z.object({ run: runIdSchema.nullable().default(null), edit: topicEditSchema, reason: reasonSchema }),
    )
    .output(editOutcomeSchema),
};
