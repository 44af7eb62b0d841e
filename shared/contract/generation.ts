import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { agentSchema, groundsSchema } from '../domain/agent.ts';
import { dialogueIdSchema, exportTargetSchema, method, runIdSchema, seedSchema } from './base.ts';
import { tokensSchema } from './lasting-runs.ts';
import { messageSchema, namedPromptMethods } from './prompts.ts';

/** `next-turn`: one turn after a window. `whole-dialogue`: all agent turns of a dialogue (DFA-RAG, section 4.1). */
export const answerUnitSchema = z.enum(['next-turn', 'whole-dialogue']);
export type AnswerUnit = z.infer<typeof answerUnitSchema>;

export const answerSettingsSchema = z.object({
  unit: answerUnitSchema.default('next-turn'),
  examples: z.int().min(1).max(50).meta({ label: 'Examples per column' }).default(5),
  context: z.int().min(1).max(500).nullable().default(5),
  seed: seedSchema,
  /** Hides names and numbers of other customers in the examples that are sent. */
  masking: z.boolean().default(true),
  /**
   * `method` shows examples as in the method's paper. The other shapes are equal for all columns, to compare retrieval
   * only.
   */
  exampleShape: z.enum(['method', 'dialogue', 'window']).default('method'),
  promptVersion: z.int().min(1).nullable().default(null),
});
export type AnswerSettings = z.infer<typeof answerSettingsSchema>;

export const columnAnswerSchema = z.object({
  key: z.string(),
  column: agentSchema,
  /** One turn, or every system turn of the dialogue, by turn index; text is null if there was no answer. */
  turns: z.array(z.object({ turn: z.int(), text: z.string().nullable() })),
  prompt: z.array(messageSchema).nullable(),
  promptVersion: z.int().nullable(),
  /** Includes tokens of cached answers. Null without a model, or if the server does not report them. */
  tokens: tokensSchema.nullable(),
  /** Null if the price is unknown; 0 without a model, or if the answer was in the cache. */
  costUsd: z.number().nullable(),
  latencyMs: z.number(),
  waitedMs: z.number().default(0),
  cached: z.boolean(),
  problem: z.string().nullable(),
  /** The grounds of an answer to one turn, for a feature's agent; null for others and for whole dialogues. */
  grounds: groundsSchema.nullable().default(null),
});
export type ColumnAnswer = z.infer<typeof columnAnswerSchema>;

export const answerEventSchema = z.discriminatedUnion('kind', [
  /** The request before it is sent. Comes again if a second request asks for missing lines. */
  z.object({ kind: z.literal('prompt'), messages: z.array(messageSchema) }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** The position of the request in the queue, from 1. */
  z.object({ kind: z.literal('waiting'), place: z.int().min(1) }),
  /** The request was sent. Its time is measured from now on. */
  z.object({ kind: z.literal('sent') }),
  z.object({ kind: z.literal('again') }),
  z.object({ kind: z.literal('done'), answer: columnAnswerSchema }),
]);
export type AnswerEvent = z.infer<typeof answerEventSchema>;

export const answerPromptNameSchema = z.enum(['answer-next-turn', 'answer-whole-dialogue']);
export type AnswerPromptName = z.infer<typeof answerPromptNameSchema>;

/** One column, for one turn of a dialogue or for the whole dialogue, depending on the unit. */
const askedColumnSchema = z.object({
  run: runIdSchema.nullable().default(null),
  dialogue: dialogueIdSchema,
  /** Ignored for a whole dialogue. */
  turn: z.int().min(0).default(0),
  column: agentSchema,
  settings: answerSettingsSchema.prefault({}),
});

const trainingEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({
    kind: z.literal('done'),
    path: z.string(),
    lines: z.int(),
    /** The number of dialogues: with at least one line, held out, and without any agent answer. */
    dialogues: z.int(),
    heldOut: z.int(),
    without: z.int(),
  }),
]);
export type TrainingEvent = z.infer<typeof trainingEventSchema>;

export const generationContract = {
  answer: method
    .input(
      askedColumnSchema.extend({
        /** Number of the sample for the same question, from 0. Each sample uses the next seed. */
        sample: z.int().min(0).max(99).default(0),
      }),
    )
    .output(eventIterator(answerEventSchema)),
  preview: method
    .input(askedColumnSchema)
    .output(z.object({ messages: z.array(messageSchema), promptVersion: z.int() })),
  /** Writes masked fine-tuning lines, with the messages that a column sends. Leaving the stream stops it without a file. */
  exportTraining: method
    .input(
      exportTargetSchema.extend({
        run: runIdSchema.nullable().default(null),
        /** Retrieved examples in each line; 0 for none. */
        examples: z.int().min(0).max(20).default(5),
        method: z.string().min(1).max(40).default('context-ranker'),
        seed: seedSchema,
      }),
    )
    .output(eventIterator(trainingEventSchema)),
  ...namedPromptMethods(answerPromptNameSchema),
};
