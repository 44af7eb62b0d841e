import { z } from 'zod';
import { methodKindSchema } from '../domain/figures.ts';
import { routeStepSchema } from './automata.ts';
import {
  dialogueIdSchema,
  jobIdSchema,
  localEncoderSchema,
  method,
  pathSchema,
  roleSchema,
  runIdSchema,
} from './base.ts';
import { startedJobSchema } from './jobs.ts';
import { expectedShape, spendingLimits } from './lasting-runs.ts';
import { taggerSchema } from './tagging.ts';

const comparisonMethodSchema = z.object({
  name: z.string(),
  /** Names the encoder, if the method uses one. */
  title: z.string(),
  encoder: z.string().nullable(),
  kind: methodKindSchema,
  description: z.string(),
});
/** Methods that are not offered are for measuring, and for projects that already use them. */
const listedMethodSchema = comparisonMethodSchema.extend({ offered: z.boolean() });
export type ComparisonMethod = z.infer<typeof listedMethodSchema>;

/** Encoders of sentences: the one that comes with the app, one of a folder, and a provider's model that a person chooses. */
export const encoderNameSchema = z.enum([...localEncoderSchema.options, 'provider']);
export type EncoderName = z.infer<typeof encoderNameSchema>;

export const embeddingModelSchema = z.object({
  provider: z.string().min(1),
  model: z.string().trim().min(1).max(200),
});
export type EmbeddingModel = z.infer<typeof embeddingModelSchema>;

/** An estimate of what would be sent to a provider's model, before anything is sent. */
const encodingEstimateSchema = z.object({
  title: z.string(),
  host: z.string(),
  agreed: z.boolean(),
  masked: z.boolean(),
  /** Turns without a vector, and the distinct texts before them. */
  turns: z.int(),
  texts: z.int(),
  ...expectedShape,
});
export type EncodingEstimate = z.infer<typeof encodingEstimateSchema>;

const comparisonEncoderSchema = z.object({
  name: encoderNameSchema,
  title: z.string(),
  available: z.boolean(),
  unavailableBecause: z.string().nullable(),
  /** Share of the retrievable turns that have a vector, 0 … 1. The encoder's method is available at 1. */
  encodedShare: z.number(),
  /** The time to encode the turns without a vector, if no text occurs twice. */
  secondsAtMost: z.number(),
  job: jobIdSchema.nullable(),
});
export type ComparisonEncoder = z.infer<typeof comparisonEncoderSchema>;

/** `held-out`: in no index and no automaton. `not-itself`: in them, but never retrieves itself. */
const exclusionSchema = z.object({
  kind: z.enum(['held-out', 'not-itself']),
  statement: z.string(),
});

const comparisonStatusSchema = z.object({
  state: z.enum(['absent', 'building', 'ready']),
  job: jobIdSchema.nullable(),
  taggingRun: runIdSchema.nullable(),
  tagger: taggerSchema.nullable(),
  heldOutShare: z.number(),
  size: z.object({ dialogues: z.int(), heldOut: z.int(), turns: z.int() }).nullable(),
});
export type ComparisonStatus = z.infer<typeof comparisonStatusSchema>;

const askableSchema = z.object({
  turn: z.int(),
  position: z.int(),
  userExcerpt: z.string(),
  systemExcerpt: z.string(),
});

const comparedTurnSchema = z.object({
  turn: z.int(),
  role: roleSchema,
  text: z.string(),
  tags: z.array(z.string()),
});

/** Similarity to the true answer: F1 and ROUGE-L 0 … 1, BLEU 0 … 100. None of them is a win rate. */
export const measuresSchema = z.object({
  actF1: z.number().nullable(),
  rougeL: z.number(),
  bleu: z.number(),
});

export const candidateReasonsSchema = z.object({
  /** The rank of the turn, from 1, in each list that contains it, by the name of the list. */
  ranks: z.array(z.object({ list: z.string(), rank: z.int() })),
  /** The state that the example was taken from, or the deepest state of the route that tracks the example. */
  state: z.int().nullable(),
  sharedDepth: z.int().nullable(),
  /** The ranker's probability among the pool, 0 … 1. */
  weight: z.number().nullable(),
  /** Agreement of its answer with those of the pool, 0 … 1. */
  agreement: z.number().nullable(),
  /** Distance of the conversation from the training dialogues: 0 is typical, 1 is unlike all of them. */
  strangeness: z.number().nullable(),
});

const comparedCandidateSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  text: z.string(),
  acts: z.array(z.string()).nullable(),
  userText: z.string(),
  score: z.number(),
  why: candidateReasonsSchema,
  measures: measuresSchema,
});
export type ComparedCandidate = z.infer<typeof comparedCandidateSchema>;

export const paperRouteSchema = z.object({
  kind: z.literal('paper'),
  automaton: runIdSchema,
  steps: z.array(routeStepSchema),
  path: z.array(z.int()),
  state: z.int(),
  support: z.int(),
  stoppedBecause: z.string(),
});

export const contextRouteSchema = z.object({
  kind: z.literal('context'),
  automaton: runIdSchema,
  steps: z.array(
    z.object({
      /** 0 is the position, 1 the last turn before the answer, and so on. */
      back: z.int(),
      turn: z.int().nullable(),
      role: roleSchema.nullable(),
      /** The tag, or the position in words. */
      tag: z.string(),
      outcome: z.enum(['matched', 'unknown', 'skipped']),
      state: z.int(),
      support: z.int(),
      reason: z.string(),
    }),
  ),
  path: z.array(z.int()),
  state: z.int(),
  support: z.int(),
  /** The number of deeper states skipped because too few dialogues support them. */
  backedOff: z.int(),
  stoppedBecause: z.string(),
});

export const pastRouteSchema = z.discriminatedUnion('kind', [
  paperRouteSchema.omit({ automaton: true }),
  contextRouteSchema.omit({ automaton: true }),
]);
export type PastRoute = z.infer<typeof pastRouteSchema>;

const comparedColumnSchema = z.object({
  method: comparisonMethodSchema,
  oracle: z.boolean(),
  candidates: z.array(comparedCandidateSchema),
  /** The answer without a model: of `among` candidates the most typical one; null without candidates. */
  answer: z
    .object({
      dialogue: dialogueIdSchema,
      externalId: z.string(),
      turn: z.int(),
      text: z.string(),
      acts: z.array(z.string()).nullable(),
      among: z.int(),
      measures: measuresSchema,
    })
    .nullable(),
  examples: z.object({
    returned: z.int(),
    actF1: z.number().nullable(),
    rougeLBest: z.number(),
    rougeLMean: z.number(),
  }),
  route: z.discriminatedUnion('kind', [paperRouteSchema, contextRouteSchema]).nullable(),
  milliseconds: z.number(),
});
export type ComparedColumn = z.infer<typeof comparedColumnSchema>;

const comparisonSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  exclusion: exclusionSchema,
  taggingRun: runIdSchema,
  tagger: taggerSchema,
  history: z.array(comparedTurnSchema),
  truth: z.object({ text: z.string(), tags: z.array(z.string()), acts: z.array(z.string()).nullable() }),
  examples: z.int(),
  seed: z.int(),
  columns: z.array(comparedColumnSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

const methodNamesSchema = z.array(z.string().min(1).max(40)).max(50);
const FIRST_METHODS = ['dfa-rag', 'context-ranker', 'bm25-last', 'dense', 'random'];

const indexInput = z.object({
  run: runIdSchema.nullable().default(null),
});

export const comparisonContract = {
  methods: method.output(z.array(listedMethodSchema)),
  encoders: method.output(z.array(comparisonEncoderSchema)),
  /** Chooses an encoder for all projects on this machine: a folder or a provider's model; null clears the choice. */
  chooseEncoder: method
    .input(
      z.union([
        z.object({ folder: pathSchema.nullable() }),
        z.object({ provider: embeddingModelSchema.nullable() }),
      ]),
    )
    .output(z.object({ title: z.string().nullable() })),
  /** Estimates what an encoding would send and cost. Sends nothing. */
  estimateEncoding: method.input(embeddingModelSchema).output(encodingEstimateSchema),
  /** Encodes the remaining turns, as a job of minutes. Limits are for a provider's model, over all its jobs. */
  encode: method
    .input(
      z.object({
        encoder: encoderNameSchema,
        everyTurn: z.boolean().default(false),
        ...spendingLimits,
      }),
    )
    .output(startedJobSchema),
  status: method.input(indexInput).output(comparisonStatusSchema),
  prepare: method
    .input(indexInput.extend({ methods: methodNamesSchema.default(FIRST_METHODS) }))
    .output(startedJobSchema),
  turns: method.input(z.object({ dialogue: dialogueIdSchema })).output(
    z.object({
      dialogue: dialogueIdSchema,
      externalId: z.string(),
      heldOut: z.boolean(),
      turns: z.array(askableSchema),
    }),
  ),
  /** Returns a random dialogue and turn, all equally likely, by seed. */
  randomTurn: method.input(z.object({ seed: z.int().min(0), heldOut: z.boolean().default(true) })).output(
    z.object({
      dialogue: dialogueIdSchema,
      externalId: z.string(),
      turn: z.int(),
      heldOut: z.boolean(),
    }),
  ),
  compare: method
    .input(
      indexInput.extend({
        dialogue: dialogueIdSchema,
        turn: z.int().min(0),
        methods: methodNamesSchema.min(1).default(FIRST_METHODS),
        examples: z.int().min(1).max(50).default(5),
        seed: z.int().min(0).default(1),
      }),
    )
    .output(comparisonSchema),
};
