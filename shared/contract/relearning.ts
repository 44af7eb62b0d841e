import { z } from 'zod';
import { policyReachSchema } from '../domain/figures.ts';
import { dialogueIdSchema, roleSchema, runIdSchema, tagNameSchema, turnIdSchema } from './base.ts';

export const heldOutReachSchema = z.object({
  /** The held-out share. A hash of each dialogue's key decides, so the same dialogues are held out each time. */
  heldOutShare: z.number(),
  /** Held-out dialogues, and training dialogues. */
  heldOut: z.int(),
  learnedFrom: z.int(),
  policies: z.array(policyReachSchema),
});
export type HeldOutReach = z.infer<typeof heldOutReachSchema>;

export const pictureSizeSchema = z.object({
  states: z.int(),
  /** Held-out dialogues, and training dialogues. */
  heldOut: z.int(),
  learnedFrom: z.int(),
  /** In ascending order of states. `named`: the share of held-out turns on a drawn transition to a named state, 0 … 1. */
  sizes: z.array(z.object({ states: z.int(), named: z.number(), reach: policyReachSchema })),
});

const comparedStateSchema = z.object({
  before: z.int().nullable(),
  after: z.int().nullable(),
  role: roleSchema.nullable(),
  /** Tags of the transitions into it, strongest first, at most three. */
  tags: z.array(z.string()),
  /** |I(q)|; 0 if the automaton does not have the state. */
  supportBefore: z.int(),
  supportAfter: z.int(),
  transitionsGone: z.int(),
  transitionsNew: z.int(),
  from: z.object({ before: z.int().nullable(), after: z.int().nullable() }).nullable(),
});
export type ComparedState = z.infer<typeof comparedStateSchema>;

const countedStates = z.object({ total: z.int(), items: z.array(comparedStateSchema) });

const automatonDifferenceSchema = z.object({
  gone: countedStates,
  new: countedStates,
  changed: countedStates,
  transitionsGone: z.int(),
  transitionsNew: z.int(),
  dialogues: z.object({
    changed: z.int(),
    first: z.array(dialogueIdSchema),
    gone: z.int(),
    new: z.int(),
  }),
});
export type AutomatonDifference = z.infer<typeof automatonDifferenceSchema>;

const drawnExampleSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  /** At most 200 characters. */
  text: z.string(),
});
export type DrawnExampleRow = z.infer<typeof drawnExampleSchema>;

const examplesOfTurnSchema = z.object({
  state: z.int(),
  support: z.int(),
  examples: z.array(drawnExampleSchema),
});

/** A turn on another path, with the answers of other dialogues that it leads to before and after. */
const comparedTurnSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  turn: z.int(),
  asked: z.string(),
  /** True for a test dialogue; its own text is never an example. */
  heldOut: z.boolean(),
  before: examplesOfTurnSchema,
  after: examplesOfTurnSchema,
});
export type ComparedTurnRow = z.infer<typeof comparedTurnSchema>;

const sizeSchema = z.object({ states: z.int(), transitions: z.int(), dialogues: z.int() });

export const consequenceSchema = z.object({
  before: sizeSchema,
  after: sizeSchema,
  difference: automatonDifferenceSchema,
  /** Null if it was not measured. Only `automata.measure` measures an automaton that \`relearn\` kept. */
  reach: z.object({ before: heldOutReachSchema.nullable(), after: heldOutReachSchema.nullable() }),
  /** A few turns whose examples differ, those of held-out dialogues first. */
  retrieval: z.array(comparedTurnSchema),
  /** Milliseconds of each step and in all, from the question to the answer. */
  timings: z.object({
    reading: z.number(),
    corpus: z.number(),
    tree: z.number(),
    merging: z.number(),
    difference: z.number(),
    reach: z.number(),
    total: z.number(),
  }),
});
export type Consequence = z.infer<typeof consequenceSchema>;

export const relearnInputSchema = z.object({
  /** The automaton compared with, learned again by its own parameters from its own tagging run; null is the latest. */
  automaton: runIdSchema.nullable().default(null),
  /** True keeps the result, if it differs, as the project's only current automaton. False only previews. */
  keep: z.boolean().default(false),
});
export type RelearnInput = z.infer<typeof relearnInputSchema>;

export const relearnResultSchema = consequenceSchema.extend({
  base: runIdSchema,
  automaton: runIdSchema.nullable(),
  /** If the result was kept: by old state number, the new one, or -1 if the state is gone. */
  stateAfter: z.array(z.int()).nullable(),
});
export type RelearnResult = z.infer<typeof relearnResultSchema>;

/**
 * First `replace` renames tags (null removes them), then `add` adds tags. `turns` null means all.
 * - merge #a into #b: `{ turns: null, replace: [{ tag: 'a', by: 'b' }] }`
 * - split #a: one change for each part with its turns, `replace: [{ tag: 'a', by: 'a-first' }]`
 */
const imaginedChangeSchema = z.object({
  turns: z.array(turnIdSchema).max(1_000_000).nullable().default(null),
  replace: z
    .array(z.object({ tag: z.string().min(1).max(80), by: tagNameSchema.nullable() }))
    .max(10_000)
    .default([]),
  add: z.array(tagNameSchema).max(100).default([]),
  archive: z.array(z.string().min(1).max(80)).max(1000).optional(),
  restore: z.array(z.string().min(1).max(80)).max(1000).optional(),
});
export type ImaginedChange = z.infer<typeof imaginedChangeSchema>;

export const impactInputSchema = z.object({
  automaton: runIdSchema.nullable().default(null),
  changes: z.array(imaginedChangeSchema).min(1).max(1000),
});
export type ImpactInput = z.infer<typeof impactInputSchema>;

/** The effect of the changes alone: `before` is what would be learned from the current tags. */
export const impactResultSchema = consequenceSchema.extend({
  turns: z.int(),
});
export type ImpactResult = z.infer<typeof impactResultSchema>;
